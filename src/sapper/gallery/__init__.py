"""The gallery: every strategy of the house and every system others described, on the same boards.

One table and one picture say what each idea is worth: games won against the time a game takes.

>>> from sapper.gallery import ENTRIES
>>> sorted({entry.family for entry in ENTRIES})
['Sapper', 'automine', 'matrix', 'smartguess', 'superloc']
"""

from sapper.gallery.entries import ENTRIES, Entry, choose_entries
from sapper.gallery.picture import draw_gallery
from sapper.gallery.play import Exhibit, Gallery, play_gallery

__all__ = ["ENTRIES", "Entry", "Exhibit", "Gallery", "choose_entries", "draw_gallery", "play_gallery"]
