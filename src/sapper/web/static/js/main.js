// The page: one address for each thing that can be shown, and the colours.

import { h } from "./dom.js";
import { startEngine } from "./client.js";
import { readAddress } from "./links.js";
import { PlayPage } from "./play.js";
import { AnalysePage } from "./analyse.js";
import { WatchPage } from "./watch.js";
import { ResultsPage } from "./results.js";

const main = document.getElementById("main");
const pages = {};
let shown = null;
let written = "";

/** Data that the server has and the exported page carries. */
async function loadData(name) {
  const carried = document.getElementById(`data-${name}`);
  if (carried) return JSON.parse(carried.textContent);
  const answer = await fetch(new URL(`../data/${name}.json`, import.meta.url));
  return answer.ok ? answer.json() : null;
}

/** Writes the address of what is shown, without opening it again. */
function go(page, query) {
  if (shown !== page) return;
  written = `#${page}?${query}`;
  history.replaceState(null, "", written);
}

async function makePage(name, engine) {
  if (name === "analyse") return new AnalysePage(engine, go);
  const isServed = !document.getElementById("data-agents");
  if (name === "watch") return new WatchPage(engine, go, await loadData("agents"), isServed);
  if (name === "results") {
    return new ResultsPage(engine, await loadData("results"), await loadData("agents"), loadData);
  }
  return new PlayPage(engine, go);
}

async function open(engine) {
  const { page, parameters } = readAddress(location);
  const isLayout = parameters.has("b") && !page;
  const name = isLayout ? "analyse" : ["analyse", "watch", "results"].includes(page) ? page : "play";
  if (shown && shown !== name) pages[shown].leave();
  shown = name;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `Sapper: ${name}`;
  try {
    pages[name] ??= await makePage(name, engine);
    if (shown !== name) return;
    main.replaceChildren(pages[name].element);
    await pages[name].open(parameters);
    main.dataset.ready = name;
  } catch (error) {
    const back = `${location.href.split(/[?#]/)[0]}#${name}`;
    const text = h("p", { className: "problem", role: "alert" }, `This link cannot be opened: ${error.message}.`);
    const card = h("section", { className: "card" }, text, h("a", { href: back }, "Start afresh"));
    main.replaceChildren(card);
    main.dataset.ready = "problem";
  }
}

function listenToTheme() {
  const button = document.getElementById("theme");
  const wishes = matchMedia("(prefers-color-scheme: dark)");
  const set = (isDark) => {
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    button.setAttribute("aria-pressed", String(isDark));
    document.dispatchEvent(new Event("sapper-theme"));
  };
  set(wishes.matches);
  wishes.addEventListener("change", () => set(wishes.matches));
  button.addEventListener("click", () => set(document.documentElement.dataset.theme !== "dark"));
}

async function start() {
  listenToTheme();
  let engine;
  try {
    engine = await startEngine();
  } catch (error) {
    main.replaceChildren(
      h("p", { className: "problem", role: "alert" }, `The engine does not start in this browser: ${error.message}`),
    );
    return;
  }
  performance.mark("engine-ready");
  window.addEventListener("hashchange", () => {
    if (location.hash !== written) open(engine);
  });
  await open(engine);
}

start();
