"""``python -m service`` is the command line ``wenli``."""

from service.cli import main

main()
