"""The apparatus: where witnesses differ from the canon and from each other, computed from the stored texts."""
