/** One number of the closing table: what was measured, against its budget. */
import { ratio, table } from './format.mjs';

/** Whether a value keeps a budget of `{ min }` or `{ max }`; undefined where there is none to keep. */
export function verdict({ value, budget, failure }) {
  if (failure !== undefined) return 'failed';
  if (budget === undefined) return '';
  const isKept = value >= (budget.min ?? -Infinity) && value <= (budget.max ?? Infinity);
  return isKept ? 'ok' : 'missed';
}

function budgetText({ budget, write }) {
  if (budget === undefined) return 'none';
  return budget.min === undefined ? `≤ ${write(budget.max)}` : `≥ ${write(budget.min)}`;
}

/** A figure from the parts of which one is needed; the rest have their usual values. */
export function figure({ write = ratio, peers = {}, ...rest }) {
  return { ...rest, peers, write };
}

/** The share of the baseline: per processor second where that is known, since no other work disturbs it. */
export function share(result) {
  return (result.cpuRatio ?? result.ratio)?.median;
}

/** A figure from a comparison under load. */
export function loadFigure({ name, budget, comparison: { results } }) {
  const peers = Object.fromEntries(Object.entries(results).map(([peer, result]) => [peer, share(result)]));
  return figure({ name, budget, value: peers.understudy, peers, failure: results.understudy.failure });
}

/** The closing table. */
export function figureTable(figures, peers) {
  const columns = ['', 'Understudy', 'budget', '', ...peers.map(({ title }) => title)];
  const rows = figures.map((one) => [
    one.name,
    one.failure === undefined ? one.write(one.value) : '–',
    budgetText(one),
    verdict(one),
    ...peers.map(({ name }) => (one.peers[name] === undefined ? '–' : one.write(one.peers[name]))),
  ]);
  return table(columns, rows);
}
