"""The line-by-line terminal game: what it shows, what it understands, and the loop between the two."""
