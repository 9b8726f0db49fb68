"""Play: agents compiled for the driver, games by the thousand, and what is kept of them."""
