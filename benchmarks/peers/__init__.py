"""What Wenli is measured against: other servers of the same texts with the same model."""
