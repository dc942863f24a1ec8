"""The commands of the command line. `parser` reads it; a command's module is imported when that command runs.

`common` and `arguments` hold what several of them share.
"""
