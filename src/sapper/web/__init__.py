"""The web page: the whole engine in the browser, served from here or written as one file."""
