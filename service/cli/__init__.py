"""The command line ``wenli``, one module per group of commands."""
