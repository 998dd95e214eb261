"""What link.js, the script that links references in other sites' pages, has to know of the texts."""
