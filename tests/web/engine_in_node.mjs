// Runs the page's engine in node: questions as JSON on stdin, answers as JSON on stdout.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = process.argv[2];
const load = (name) => import(pathToFileURL(`${folder}/js/${name}`));
const { Engine } = await load("engine.js");
const { surveyPosition } = await load("survey.js");
const engine = new Engine(new WebAssembly.Module(readFileSync(`${folder}/sapper.wasm`)));

const ANSWERS = {
  parse: ({ text }) => ({ ...engine.parsePosition(text), cells: [...engine.parsePosition(text).cells] }),
  analyse: ({ text, options }) => {
    const found = engine.analyse(engine.parsePosition(text), options);
    // Bits, not decimals: equal means equal.
    return { ...found, risk: Buffer.from(found.risk.buffer).toString("hex") };
  },
  chances: ({ text, cell }) => {
    const position = engine.parsePosition(text);
    return { table: [...engine.clueTable(position)(cell)], whatIfs: engine.whatIfs(position, cell) };
  },
  reasons: ({ text, options }) => engine.reasons(engine.parsePosition(text), -1, options),
  hint: ({ text, near, options }) => engine.hint(engine.parsePosition(text), near, options),
  values: ({ text }) => {
    const found = engine.values(engine.parsePosition(text));
    return found && { value: found.value, cells: [...found.cells] };
  },
  survey: ({ text }) => surveyPosition(engine, engine.parsePosition(text)),
  assumed: ({ text, assumed }) => {
    const found = engine.analyseIf(engine.parsePosition(text), assumed);
    return { ...found, risk: found.risk && [...found.risk].map((r) => (Number.isNaN(r) ? null : r)) };
  },
  review: ({ rules, seed, moves }) => {
    const { steps, ...sums } = engine.review(rules, seed, null, moves);
    return { steps: steps.map((step) => ({ ...step, before: [...step.before] })), ...sums };
  },
  layout: ({ rules, seed, first }) => engine.layout(rules, seed, first),
  game: ({ rules, seed, moves }) => {
    const game = engine.newGame(rules, seed);
    let state = game.move("look");
    for (const [kind, cell] of moves) state = game.move(kind, cell);
    return { ...state, cells: [...state.cells] };
  },
  rows: ({ agent, rules, seed, count }) =>
    engine.playRows(agent, rules, seed, 0, count).map((row) => [...row]),
  watch: ({ agent, rules, seed }) => {
    const watch = engine.newWatch(agent, rules, seed);
    const turns = [];
    for (let turn = watch.turn(); turn !== null; turn = watch.turn()) {
      turns.push({ ...turn, cells: [...turn.cells] });
    }
    return turns;
  },
};

const questions = JSON.parse(readFileSync(0, "utf8"));
const answers = questions.map((question) => {
  try {
    return { answer: ANSWERS[question.ask](question) };
  } catch (error) {
    if (!error.kind) throw error;
    return { error: error.message, kind: error.kind, details: error.details };
  }
});
console.log(JSON.stringify(answers));
