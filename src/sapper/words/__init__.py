"""What is said to people, once a language: the catalogues and their renderer."""
