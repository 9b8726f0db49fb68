/**
 * Sapper: an exact Minesweeper engine.
 *
 * Positions are text: rows joined by `/`, a space, the number of mines. `.` is covered, `0` to
 * `8` a clue, `F` a flag, `*` a mine that is shown. Cells are `r3c4`, row and column from 1.
 * Options and fields have the names of the engine's protocol (`sapper engine`).
 */

/** `r3c4`: row and column from 1. Where a cell is given, its number `row * columns + column` will do. */
export type Cell = string;
export type CellLike = Cell | number;

export type Technique =
  | "single clue"
  | "subset"
  | "pair of clues"
  | "several clues"
  | "whole component"
  | "mine count"
  | "guess";

export type Outcome = "playing" | "won" | "lost" | "stuck";

export interface LoadOptions {
  /** The WebAssembly module: compiled, as bytes, as a response, or where it lies. */
  wasm?: WebAssembly.Module | ArrayBuffer | ArrayBufferView | Response | URL | string;
}

export interface AnalysisOptions {
  /** Take flags as mines (true) or as covered cells. */
  trust_flags?: boolean;
  /** Use the number of mines (true). */
  mine_count?: boolean;
  /** The budget: states that may be counted (20,000,000). */
  max_states?: number;
}

/** One step of a proof. */
export interface Step {
  text: string;
  clues: Cell[];
  cells: Cell[];
  are_mines: boolean;
}

/** Why a cell is safe or a mine. */
export interface Reason {
  cell: Cell;
  is_mine: boolean;
  technique: Technique;
  steps: number | null;
  /** The clues that it follows from. */
  clues: Cell[];
  needs_mine_count: boolean;
  flags: Cell[];
  is_minimal: boolean;
  sentence: string;
  meaning: string;
  /** The proof, step by step. */
  chain: Step[];
}

/** A cell to guess, beside others. */
export interface Candidate {
  cell: Cell;
  risk: number;
  [more: string]: unknown;
}

export interface Hint {
  cell: Cell;
  kind: string;
  risk: number;
  technique: Technique;
  sentence: string;
  reason: Reason | null;
  candidates: Candidate[];
  nodes: number;
}

export interface Analysis {
  /** Rows of risks, 0 to 1; null where a cell is revealed. */
  risk: (number | null)[][];
  /** Cells that are proven safe. */
  safe: Cell[];
  /** Cells that are proven mines. */
  mines: Cell[];
  best: { cells: Cell[]; risk: number | null };
  hint: Hint | null;
  /** How many layouts fit, exactly; text beyond 2^53, null where that would take too long. */
  placements: number | string | null;
  /** Its natural logarithm. */
  log_placements: number;
  reasons: Reason[];
}

/** Any sets of cells, without a grid; cells are numbers from 0. */
export interface Constraints {
  /** How many cells there are. */
  cells: number;
  /** How many of them are mines; any number will do without it. */
  mines?: number | null;
  /** Between `low` and `high` of these cells are mines; exactly `low` without `high`. */
  sums: readonly { cells: readonly number[]; low: number; high?: number }[];
}

/** Why a cell is proven: a smallest set of constraints, by number. */
export interface ConstraintReason {
  cell: number;
  is_mine: boolean;
  constraints: number[];
  needs_mine_count: boolean;
  /** False where the search for a smaller set reached its limit. */
  is_smallest: boolean;
}

export interface ConstraintAnalysis {
  risk: number[];
  safe: number[];
  mines: number[];
  placements: number | string | null;
  log_placements: number;
  reasons: ConstraintReason[];
}

export interface Value {
  /** The chance to win under best play. */
  value: number;
  /** The same as a fraction: `2/3`. */
  fraction: string;
  /** Every living cell, the best first. */
  cells: { cell: Cell; safety: number; value: number; fraction: string }[];
}

export interface Assumption {
  cell: CellLike;
  is: number | "safe" | "mine";
}

export interface AnalysisAfter {
  /** The position with what was assumed; a cell that is merely safe stays covered. */
  position: string;
  risk: (number | null)[][];
  safe: Cell[];
  mines: Cell[];
  log_placements: number;
  /** The chance of each assumption, given those before it. */
  chances: number[];
}

export interface Grade {
  hardest: Technique;
  title: string;
  steps: Record<string, number>;
}

export interface Board {
  layout: string;
  first: Cell;
  first_click?: FirstClick;
  mines: number;
  grade: Grade;
  three_bv: number;
  openings: number;
  islands: number;
  seed?: number | string;
}

export type FirstClick = "any" | "safe" | "zero";

export interface BoardOptions {
  count?: number;
  seed?: number | bigint;
  /** The first cell; that of the middle. */
  first?: CellLike;
  /** The hardest technique allowed (`mine-count`). */
  hardest?: string;
  first_click?: FirstClick;
}

export interface GameOptions {
  first_click?: FirstClick;
  /** A mine ends the `normal` game; in the `score` game it costs a point. */
  rules?: "normal" | "score";
  seed?: number | bigint;
}

export interface GameState {
  position: string;
  outcome: Outcome;
  mines_left: number;
  moves: number;
  /** Where the mines are, once the game is over. */
  layout: string | null;
}

/** A move, judged before it was made. */
export interface JudgedMove {
  cell: Cell;
  before: string;
  kind: string;
  risk: number | null;
  best_risk: number | null;
  better: Cell | null;
  better_risk: number | null;
  missed: string | null;
  why: string | null;
  survived: boolean;
  lost: number | null;
  lost_by: string | null;
  value: number | null;
  best_value: number | null;
  best_move: Cell | null;
}

export interface Review {
  steps: JudgedMove[];
  guesses: number;
  forced_guesses: number;
  needless_guesses: number;
  expected_survivals: number;
  survivals: number;
  luck: number;
  chance_of_all: number;
  pluck: number;
  value_lost: number;
  guesses_by_value: number;
  risk_lost: number;
  guesses_by_risk: number;
  unjudged: number;
}

/** What went wrong, in a sentence. */
export class SapperError extends Error {
  /** `notation`, `inconsistent`, `budget`, `illegal_move`, `rules`, `argument`, `unknown_name`. */
  kind: string;
  /** Clues that clash, where no layout fits, and whether the number of mines is needed for it. */
  clues?: Cell[];
  needs_mine_count?: boolean;
  is_minimal?: boolean;
  /** Constraints that clash, by number. */
  constraints?: number[];
  /** What had been proven when the budget ended. */
  safe?: CellLike[];
  mines?: CellLike[];
  constructor(kind: string, message: string, details?: object);
}

export class Game {
  readonly state: GameState;
  reveal(cell: CellLike): GameState;
  /** Flags a cell, or takes its flag away. */
  flag(cell: CellLike): GameState;
  chord(cell: CellLike): GameState;
  undo(): GameState;
  /** Every move judged, and the sums. */
  review(): Review;
  /** Frees what the game holds. */
  end(): void;
}

export class Sapper {
  /** Of a compiled module, at once; `load` finds and compiles it. */
  constructor(module: WebAssembly.Module);
  /** Everything that follows from a position. */
  analyse(position: string, options?: AnalysisOptions): Analysis;
  analyse<Key extends keyof Analysis>(
    position: string,
    options: AnalysisOptions & { want: readonly Key[] },
  ): Pick<Analysis, Key>;
  /** Everything that follows from any constraints. */
  analyse(constraints: Constraints, options?: { max_states?: number }): ConstraintAnalysis;
  analyse<Key extends keyof ConstraintAnalysis>(
    constraints: Constraints,
    options: { max_states?: number; want: readonly Key[] },
  ): Pick<ConstraintAnalysis, Key>;
  /** The one cell to open next, and why; null where none is covered. */
  hint(position: string, options?: AnalysisOptions & { near?: CellLike }): Hint | null;
  /** Why cells are proven: all of them, or those that are asked for. */
  reasons(position: string, options?: AnalysisOptions & { cells?: readonly CellLike[] }): Reason[];
  /** The exact chance to win under best play. */
  value(
    position: string,
    options?: { max_layouts?: number; max_nodes?: number; trust_flags?: boolean },
  ): Value;
  /** The analysis after a chain of what-ifs. */
  assume(position: string, chain: readonly Assumption[], options?: AnalysisOptions): AnalysisAfter;
  /** Boards that can be solved from their first cell without a guess. */
  boards(on: string, options?: BoardOptions): Board[];
  /** What a layout is worth, played from a first cell. */
  grade(layout: string, first: CellLike): Board & { needs_no_guess: boolean };
  /** Begins a game on a grid (`expert`, `30x16x99`) or on a layout (`-*-/--*`). */
  newGame(on: string, options?: GameOptions): Game;
}

/** Finds, compiles and starts the engine. */
export function load(options?: LoadOptions): Promise<Sapper>;
