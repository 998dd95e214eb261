"""``python -m service`` is the command line ``wenli``."""

from service.cli.main import main

main()
