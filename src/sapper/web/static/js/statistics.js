// Sums over a person's results: games, wins, streaks, times, luck. Nothing of the page is here.

/** What groups results: grid, first click, game, guessing. */
export const groupOf = ({ on, first, game, guessing = "uniform", noGuess }) =>
  [on, first, game === "score" ? "score" : "", guessing === "uniform" ? "" : guessing, noGuess ? "no guess needed" : ""]
    .filter(Boolean)
    .join(" · ");

/** Whether a game was played without help: no hint, nothing taken back, no risks shown. */
export const isUnaided = ({ hints, undone, assisted }) => hints === 0 && undone === 0 && !assisted;

const sum = (list, of) => list.reduce((total, one) => total + of(one), 0);
const mean = (list, of) => (list.length ? sum(list, of) / list.length : null);
const least = (list, of) => (list.length ? list.reduce((low, one) => Math.min(low, of(one)), Infinity) : null);
const most = (list, of) => (list.length ? list.reduce((high, one) => Math.max(high, of(one)), 0) : null);

/** The 3BV solved a second of a game that was won. */
export const speedOf = ({ threeBv, time }) => (time > 0 ? (1000 * threeBv) / time : 0);

/** 3BV for each click, 1 being as few clicks as there is without chords. */
export const efficiencyOf = ({ threeBv, clicks }) => (clicks > 0 ? threeBv / clicks : 0);

/** The longest streak of wins and the running one; results in order of time. */
export function streaks(results) {
  let [longest, running] = [0, 0];
  for (const { outcome } of results) {
    running = outcome === "won" ? running + 1 : 0;
    longest = Math.max(longest, running);
  }
  return { longest, running };
}

/** The numbers of one group. Times and speeds are of games won. */
export function summarise(results) {
  const won = results.filter(({ outcome }) => outcome === "won");
  const solved = won.filter(({ game }) => game !== "score");
  return {
    games: results.length,
    wins: won.length,
    ...streaks(results),
    bestTime: least(won, ({ time }) => time),
    meanTime: mean(won, ({ time }) => time),
    bestSpeed: most(solved, speedOf),
    meanSpeed: mean(solved, speedOf),
    efficiency: mean(solved, efficiencyOf),
    guesses: sum(results, (one) => one.guesses),
    needless: sum(results, (one) => one.needless),
    luck: sum(results, (one) => one.survivals - one.expected),
    pluck: sum(results, (one) => one.pluck ?? 0), // results of before 2026-11-19 have none
  };
}

/** [group, numbers] of all results, the group played most first. */
export function byGroup(results) {
  const groups = new Map();
  for (const one of results) {
    const group = groupOf(one);
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(one);
  }
  return [...groups].map(([group, list]) => [group, summarise(list)]).sort((a, b) => b[1].games - a[1].games);
}

/** The share of wins among the last games up to each, for a curve over time. */
export function winsOverTime(results, window = 20) {
  return results.map((_, i) => {
    const last = results.slice(Math.max(0, i + 1 - window), i + 1);
    return last.filter(({ outcome }) => outcome === "won").length / last.length;
  });
}
