// The page: one address for each thing that can be shown, and what all of them share.

import { h, announce } from "./dom.js";
import { startEngine } from "./client.js";
import { readAddress } from "./links.js";
import { Archive } from "./archive.js";
import { OptionsDialog } from "./options.js";
import { Settings } from "./settings.js";
import { Shelf } from "./shelf.js";
import { PlayPage } from "./play.js";
import { GamesPage } from "./games_page.js";
import { TrainPage } from "./train.js";
import { AnalysePage } from "./analyse.js";
import { WatchPage } from "./watch.js";
import { ResultsPage } from "./results.js";

const main = document.getElementById("main");
const pages = {};
let shown = null;
let written = "";

/** Data that the server has and the exported page carries; null where the server is gone. */
async function loadData(name) {
  const carried = document.getElementById(`data-${name}`);
  if (carried) return JSON.parse(carried.textContent);
  const early = globalThis.sapperData?.get(name); // early.js has asked for it; an answer is read once
  globalThis.sapperData?.delete(name);
  const answer = await (early ?? fetch(new URL(`../data/${name}.json`, import.meta.url)).catch(() => null));
  return answer?.ok ? answer.json() : null;
}

/** Writes the address of what is shown, without opening it again. */
function go(page, query) {
  if (shown !== page) return;
  written = query ? `#${page}?${query}` : `#${page}`;
  history.replaceState(null, "", `${location.pathname}${written}`);
}

const NO_DATA = "the server of this page is gone: start sapper web again, or open the exported file";

async function needData(name) {
  const data = await loadData(name);
  if (data === null) throw new Error(NO_DATA);
  return data;
}

const isServed = () => !document.getElementById("data-agents");

const MAKE = {
  play: (engine, tools) => new PlayPage(engine, go, tools),
  train: (engine, tools) => new TrainPage(engine, go, tools),
  games: (engine, tools) => new GamesPage(go, tools),
  analyse: (engine, tools) => new AnalysePage(engine, go, tools),
  watch: async (engine) => new WatchPage(engine, go, await needData("agents"), isServed()),
  results: async (engine) => new ResultsPage(engine, await needData("results"), await needData("agents"), loadData),
};

async function open(engine, tools) {
  const { page, parameters } = readAddress(location);
  const isLayout = parameters.has("b") && !page;
  const name = isLayout ? "analyse" : Object.hasOwn(MAKE, page) ? page : "play";
  if (shown && shown !== name) {
    pages[shown]?.leave();
    delete main.dataset.ready;
  }
  shown = name;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `Sapper: ${name}`;
  try {
    pages[name] ??= await MAKE[name](engine, tools);
    if (shown !== name) return;
    if (main.firstElementChild !== pages[name].element) main.replaceChildren(pages[name].element);
    const opened = pages[name].open(parameters);
    tellPainted();
    await opened;
    main.dataset.ready = name;
  } catch (error) {
    if (shown === name) showProblem(name, error);
  }
}

/** Lets the engine come where it has waited for the first picture (early.js). */
function tellPainted() {
  const tell = () => globalThis.sapperPainted?.();
  requestAnimationFrame(() => setTimeout(tell));
  setTimeout(tell, 300); // a hidden page has no frames
}

function showProblem(name, error) {
  if (error.kind === "stopped") return;
  pages[name]?.leave();
  const back = `${location.href.split(/[?#]/)[0]}#${name}`;
  const card = h(
    "section",
    { className: "card" },
    h("h1", {}, "This cannot be shown"),
    h("p", { className: "problem", role: "alert" }, `This link cannot be opened: ${error.message}.`),
    h("a", { href: back }, "Start afresh"),
  );
  main.replaceChildren(card);
  main.dataset.ready = "problem";
}

function listenToTheme(settings) {
  const button = document.getElementById("theme");
  const wishes = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const theme = settings.get("theme");
    const isDark = theme === "system" ? wishes.matches : theme === "dark";
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    button.setAttribute("aria-pressed", String(isDark));
    document.dispatchEvent(new Event("sapper-theme"));
  };
  show();
  wishes.addEventListener("change", show);
  settings.onChange(show);
  button.addEventListener("click", () => settings.set({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }));
}

/** "Skip to the page" moves the focus, not the address. */
function listenToSkip() {
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
}

/** What is pasted or dropped, on whichever page, is opened by Analyse. */
function listenToGifts(engine, tools) {
  const take = async (event, data) => {
    const [file] = data.files;
    const text = data.getData("text");
    const isTyped = event.target.closest?.("input, textarea") && (event.type === "paste" || !file);
    if (isTyped || event.target.closest?.("dialog") || !(file || text)) return;
    event.preventDefault();
    if (main.dataset.ready !== "analyse") {
      pages.analyse ??= MAKE.analyse(engine, tools);
      location.hash = "#analyse";
      await settled("analyse");
    }
    if (file) pages.analyse.openFile(file);
    else pages.analyse.openText(text);
  };
  document.addEventListener("paste", (event) => take(event, event.clipboardData));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => take(event, event.dataTransfer));
}

/** When a page that was asked for is shown. */
const settled = (name) =>
  new Promise((resolve) => {
    const look = () => (main.dataset.ready === name && shown === name ? resolve() : setTimeout(look, 20));
    look();
  });

/** Sentences about what could not be read or kept, under the header until they are closed. */
function tellUnderHeader(text) {
  const note = h("p", { className: "problem notice", role: "alert" }, text, " ");
  note.append(h("button", { type: "button", onclick: () => note.remove() }, "Close"));
  document.querySelector("header").after(note);
  announce(text);
}

function start() {
  const shelf = new Shelf(tellUnderHeader);
  const settings = new Settings(shelf);
  const tools = { shelf, settings, archive: new Archive(shelf) };
  listenToTheme(settings);
  listenToSkip();
  const options = new OptionsDialog(settings);
  document.body.append(options.element);
  document.getElementById("options").addEventListener("click", () => options.open());
  const engine = startEngine();
  listenToGifts(engine, tools);
  window.addEventListener("hashchange", () => {
    if (location.hash !== written) open(engine, tools);
  });
  open(engine, tools);
  if (isServed()) navigator.serviceWorker?.register("sw.js").catch(() => {});
}

start();
