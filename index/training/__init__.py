"""Training the default embedding model for this domain: ``make train``. Nothing here is needed for running."""
