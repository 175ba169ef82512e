// One function a topic; module.cpp calls them in the order of the walk.
#pragma once

#include <nanobind/nanobind.h>

namespace sapper::bind {

void bind_board(nanobind::module_& module);
void bind_layout(nanobind::module_& module);
void bind_game(nanobind::module_& module);
void bind_solved(nanobind::module_& module);
void bind_analysis(nanobind::module_& module);
void bind_analyze(nanobind::module_& module);
void bind_endgame(nanobind::module_& module);
void bind_technique(nanobind::module_& module);
void bind_automine(nanobind::module_& module);
void bind_maker(nanobind::module_& module);
void bind_rating(nanobind::module_& module);
void bind_content(nanobind::module_& module);
void bind_replay(nanobind::module_& module);
void bind_measure(nanobind::module_& module);
void bind_proof(nanobind::module_& module);
void bind_play(nanobind::module_& module);
void bind_batch(nanobind::module_& module);

}  // namespace sapper::bind
