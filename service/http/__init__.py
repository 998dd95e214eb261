"""HTTP: the application, its endpoints, who may ask how much, and the server."""
