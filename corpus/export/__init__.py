"""The data for others: tables as TSV and JSON-LD with a data package that describes them."""
