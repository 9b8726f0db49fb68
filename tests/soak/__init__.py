"""Load: an hour of kills, restarts, clock jumps, full disks and cut networks; `make soak`."""
