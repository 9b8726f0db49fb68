"""Reading and writing: positions, layouts and replays, in files of any known kind."""
