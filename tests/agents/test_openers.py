from sapper import Rules, play_games


def test_random_opener_leaves_room_for_the_mines_of_a_crowded_grid() -> None:
    games = play_games("random", Rules(3, 3, 5, first_click="zero"), games=200, seed=1)
    assert set(games["first_cell"].tolist()) == {0, 2, 6, 8}


def test_random_opener_opens_every_cell_where_all_leave_room() -> None:
    games = play_games("random", Rules(4, 3, 2, first_click="safe"), games=600, seed=1)
    assert set(games["first_cell"].tolist()) == set(range(12))
