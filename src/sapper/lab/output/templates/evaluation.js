// The items of an evaluation, to look through turn by turn.
const at = (name) => document.getElementById(name);
const kindOf = (item) => item.result.replace(/[\d.]+/g, "…");
let item = null;
let place = 0;

for (const [name, of] of [["track", (one) => one.track], ["result", kindOf]]) {
  for (const value of [...new Set(items.map(of))]) at(name).append(new Option(value, value));
  at(name).addEventListener("change", list);
}

function list() {
  const found = items.filter((one) =>
    (!at("track").value || one.track === at("track").value) &&
    (!at("result").value || kindOf(one) === at("result").value));
  at("shown").textContent = `${found.length} of ${items.length} items`;
  at("list").replaceChildren(...found.map((one) => {
    const line = document.createElement("li");
    const button = document.createElement("button");
    const more = document.createElement("small");
    more.textContent = `${one.group} · ${one.result} · ${one.turns.length} turn${one.turns.length === 1 ? "" : "s"}`;
    button.type = "button";
    button.append(one.id, more);
    button.setAttribute("aria-current", String(one === item));
    button.addEventListener("click", () => {
      for (const other of at("list").querySelectorAll("button")) other.setAttribute("aria-current", "false");
      button.setAttribute("aria-current", "true");
      item = one;
      place = 0;
      show();
    });
    line.append(button);
    return line;
  }));
}

function grid(position, named) {
  const rows = position.slice(0, position.lastIndexOf(" ")).split("/");
  const table = document.createElement("table");
  const head = table.insertRow();
  for (let column = 0; column <= rows[0].length; column++) {
    const cell = document.createElement("th");
    cell.textContent = column || "";
    head.append(cell);
  }
  rows.forEach((letters, row) => {
    const line = table.insertRow();
    const side = document.createElement("th");
    side.textContent = row + 1;
    line.append(side);
    [...letters].forEach((letter, column) => {
      const cell = line.insertCell();
      cell.textContent = letter === "." || letter === "0" ? "" : letter;
      if (letter === "." || letter === "F") cell.classList.add("covered");
      if (letter === "*") cell.classList.add("mine");
      const name = `r${row + 1}c${column + 1}`;
      if (named.has(name)) cell.classList.add("named");
      cell.title = name;
    });
  });
  return table;
}

function show() {
  const turn = item.turns[place] ?? { position: item.end, answer: "", said: "The end." };
  const named = new Set((turn.moves ?? []).map((move) => move.replace(/^[!~+]/, "")));
  at("viewer").hidden = false;
  at("which").textContent = `${item.id}: ${item.group}, ${item.result}`;
  const last = item.turns.length - (item.end ? 0 : 1);
  at("turn").textContent = place < item.turns.length ? `turn ${place + 1} of ${item.turns.length}` : "the end";
  at("grid").replaceChildren(grid(turn.position, named));
  at("said").textContent = turn.said ?? "";
  at("answer").textContent = turn.answer ?? "";
  at("back").disabled = place === 0;
  at("next").disabled = place >= last;
}

at("back").addEventListener("click", () => { place--; show(); });
at("next").addEventListener("click", () => { place++; show(); });
list();
at("list").querySelector("button")?.click();
