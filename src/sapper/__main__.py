"""`python -m sapper` is `sapper`."""

from sapper.cli import main

if __name__ == "__main__":
    main()
