"""Where each paragraph of rules in the five source documents is tested.

The documents are not part of the repository; a paragraph is named by its document and what it says.
"""

from importlib import import_module

PARAGRAPHS = {
    "manual: ranks": "rules.test_a_piece_captures_equal_or_lower_rank_and_the_rat_the_elephant",
    "manual: elephant stays out of the river": "rules.test_only_rats_enter_water",
    "manual: elephant captures all but the rat": "rules.test_elephant_takes_rat_outside_traps",
    "manual: elephant is attacked by a rat on land": (
        "rules.test_a_piece_captures_equal_or_lower_rank_and_the_rat_the_elephant"
    ),
    "manual: elephant is safe from a rat in the river": "rules.test_rat_in_water_does_not_take_elephant_on_land",
    "manual: lion and tiger jump when no rat is there": (
        "rules.test_a_rat_of_either_colour_on_any_square_crossed_blocks_the_jump"
    ),
    "manual: lion and tiger do not swim": "rules.test_only_rats_enter_water",
    "manual: rat swims": "rules.test_a_rat_swims_and_lands",
    "manual: rats capture each other, both in land or both in river": (
        "rules.test_rats_capture_each_other_in_the_water"
    ),
    "manual: rat on land does not take rat in the river": "rules.test_rat_on_land_takes_rat_in_water",
    "manual: leopard, wolf, dog, cat": "rules.test_nobody_else_jumps",
    "manual: trap": "rules.test_an_enemy_in_my_trap_may_be_captured_by_any_of_my_pieces",
    "manual: den wins": "rules.test_any_piece_enters_the_enemy_den_and_the_game_is_over",
    "manual: capturing everything wins": "game.test_capturing_the_last_piece_wins",
    "manual: own den": "rules.test_no_piece_enters_its_own_den",
    "manual: the starting side is chosen": "rules.test_the_first_side_may_be_chosen_in_standard_only",
    "manual: off the board, own piece, stronger enemy, river": "position.test_illegal_moves_name_the_obstacle",
    "mail: move notation": "position.test_every_notation_of_one_move",
    "mail: possible first moves": "position.test_first_moves_that_the_source_names",
    "mail: initial arrangement": "rules.test_gamerz_exchanges_dog_and_wolf_at_the_start",
    "mail: blue moves first": "rules.test_blue_moves_first",
    "mail: one square, not diagonally": "rules.test_a_piece_moves_one_step_up_down_left_or_right",
    "mail: object of the game": "game.test_entering_the_den_wins",
    "mail: own pieces are not captured": "rules.test_own_pieces_are_never_captured",
    "mail: rat and elephant": "rules.test_elephant_takes_rat_outside_traps",
    "mail: own traps expose the enemy, elephant takes rat there": "rules.test_my_elephant_takes_a_rat_in_my_trap",
    "mail: enemy traps do not weaken my capture": (
        "rules.test_a_piece_in_an_enemy_trap_still_captures_by_its_full_rank"
    ),
    "mail: once a den is entered, the game is over": "position.test_no_move_once_the_den_is_entered",
    "mail: water, rat's exception": "rules.test_rat_in_water_does_not_take_elephant_on_land",
    "mail: leaps": "rules.test_lions_and_tigers_jump_over_water_on_both_axes",
    "mail: leap's landing square": "rules.test_the_landing_square_follows_the_ordinary_capture_rules",
    "mail: repetition, elephant and dog": "game.test_the_sources_first_example_elephant_chases_dog",
    "mail: repetition, tiger and rat": "game.test_the_sources_second_example_tiger_must_cease_shuttling",
    "window: grid, lair, traps, rivers": "geometry.test_terrain",
    "window: ranks, mouse captures elephant": (
        "rules.test_a_piece_captures_equal_or_lower_rank_and_the_rat_the_elephant"
    ),
    "window: basic movement": "rules.test_a_piece_moves_one_step_up_down_left_or_right",
    "window: own lair": "rules.test_no_piece_enters_its_own_den",
    "window: pieces enter both sides' traps": "rules.test_my_own_traps_do_nothing_to_my_own_pieces",
    "window: rivers": "rules.test_only_rats_enter_water",
    "window: jumping, obstruction by either mouse": (
        "rules.test_a_rat_of_either_colour_on_any_square_crossed_blocks_the_jump"
    ),
    "window: mouse in water is safe from land": "rules.test_a_rat_in_the_water_is_out_of_reach_of_land_animals",
    "window: mouse against mouse in water": "rules.test_rats_capture_each_other_in_the_water",
    "window: winning": "game.test_capturing_the_last_piece_wins",
    "rules: ranks and the special case": ("rules.test_a_piece_captures_equal_or_lower_rank_and_the_rat_the_elephant"),
    "rules: entering the river": "rules.test_a_rat_in_the_water_is_out_of_reach_of_land_animals",
    "rules: jumping across the river": "rules.test_the_landing_square_follows_the_ordinary_capture_rules",
    "rules: dens": "rules.test_any_piece_enters_the_enemy_den_and_the_game_is_over",
    "rules: traps": "rules.test_an_enemy_in_my_trap_may_be_captured_by_any_of_my_pieces",
    "rules: initial state, blue first": "rules.test_start_of_each_rule_set",
    "rules: termination": "game.test_a_side_without_a_legal_move_has_lost",
    "flip: every piece closed": "flip_rules.test_the_board_is_4_by_4_with_all_sixteen_pieces_face_down",
    "flip: one action each in order": "flip_rules.test_each_player_takes_an_action_in_order",
    "flip: the piece flipped may be anybody's": "flip_rules.test_a_turn_turns_up_a_piece_of_either_side",
    "flip: move to an empty position": ("flip_rules.test_or_it_moves_an_own_face_up_piece_one_step_to_an_empty_square"),
    "flip: eat the opponent's animal": "flip_rules.test_or_onto_a_face_up_enemy_it_may_capture",
    "flip: who loses all the animals loses": "flip_rules.test_a_side_whose_last_piece_is_gone_loses",
    "flip: largest loop number": "flip_rules.test_forty_plies_without_a_flip_or_capture_draw",
    "flip: levels, rat kills elephant": ("flip_rules.test_the_order_is_elephant_lion_tiger_leopard_dog_wolf_cat_rat"),
    "flip: the same animals disappear together": "flip_rules.test_equals_vanish_together",
    "flip: example of the tigers": (
        "flip_rules.test_the_sources_example_the_tigers_vanish_and_red_wins_with_what_is_left"
    ),
    "flip: biggest first": "strategies.test_biggest_first",
    "flip: rat first": "strategies.test_rat_first",
}


def test_every_paragraph_has_its_test() -> None:
    missing = []
    for paragraph, place in PARAGRAPHS.items():
        module, name = place.split(".")
        if not callable(getattr(import_module(f"test_{module}"), name, None)):
            missing.append(paragraph)
    assert not missing
