"""From passages to ranked passages."""
