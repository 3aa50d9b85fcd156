"""The arena: computer against computer, as many games as asked, with results to trust."""
