"""`python -m sapper` is the program `sapper`."""

from sapper.cli.app import main

if __name__ == "__main__":
    main()
