// Options of the searches by name, from whatever holds them.
//
// A source has integer(name) and number(name), and throws where a name is missing.
#pragma once

#include "agents/improved.h"
#include "agents/look_ahead.h"

namespace sapper {

template <typename Source>
LookAheadOptions read_look_ahead(const Source& from) {
    return {.coins = from.integer("coins"),
            .component_layouts = from.integer("component_layouts"),
            .endgame_layouts = from.integer("endgame_layouts"),
            .endgame_nodes = from.integer("endgame_nodes"),
            .plies = from.integer("plies"),
            .max_nodes = from.integer("max_nodes"),
            .second = from.number("second"),
            .progress = from.number("progress"),
            .fresh = from.number("fresh"),
            .zero = from.number("zero"),
            .early = from.number("early"),
            .zero_after = from.number("zero_after"),
            .band = from.number("band"),
            .sea_band = from.number("sea_band"),
            .num_sea = from.integer("num_sea"),
            .deep = from.integer("deep"),
            .deep_below = from.number("deep_below"),
            .deep_after = from.number("deep_after"),
            .deep_band = from.number("deep_band"),
            .opens = from.integer("opens"),
            .inner = from.integer("inner"),
            .few_cells = from.integer("few_cells"),
            .few_layouts = from.integer("few_layouts"),
            .few_nodes = from.integer("few_nodes"),
            .few_table = from.integer("few_table"),
            .book = from.integer("book"),
            .memory = from.integer("memory")};
}

template <typename Source>
ImprovedOptions read_improved(const Source& from) {
    LookAheadOptions player;
    player.plies = from.integer("player_plies");
    player.endgame_layouts = from.integer("player_endgame_layouts");
    return {.search = read_look_ahead(from),
            .player = player,
            .playouts = from.integer("playouts"),
            .candidates = from.integer("candidates"),
            .errors = from.number("errors"),
            .below = from.number("below"),
            .near = from.number("near"),
            .settling = from.integer("settling"),
            .settling_band = from.number("settling_band"),
            .steps = from.integer("steps"),
            .inner_playouts = from.integer("inner_playouts")};
}

}  // namespace sapper
