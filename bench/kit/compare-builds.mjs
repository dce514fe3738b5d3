/** Measures two builds of the server in turns, by the same suites, and says which figures differ by more than the noise. */
import { ratioSpread, spread } from './statistics.mjs';
import { range, ratio, table } from './format.mjs';

/** The figures of one turn, by name. */
async function turnOf(suites, bench) {
  const figures = new Map();
  for (const suite of suites) {
    const { figures: measured } = await suite.run(bench);
    for (const one of measured) {
      if (one.failure !== undefined) throw new Error(`${one.name}: ${one.failure}`);
      figures.set(one.name, one);
    }
  }
  return figures;
}

/** So many turns say the same by chance once in sixteen times; of fewer, nothing follows. */
const ENOUGH_TURNS = 5;

/** What a ratio says: nothing, unless enough turns all say the same. */
function meaning({ min, max, runs }, budget) {
  if (runs < ENOUGH_TURNS) return 'too few turns to tell';
  if (min <= 1 && max >= 1) return 'no difference shown';
  // Of what has a most, less is better.
  const isMore = min > 1;
  if (budget === undefined) return isMore ? 'more' : 'less';
  return isMore === (budget.max === undefined) ? 'better' : 'worse';
}

/**
 * Runs the suites for two builds in turns.
 *
 * @param {{ suites: object[], builds: { name: string, bench: object }[], turns: number, say: (text: string) => void }} what
 *   the first of the builds is the one that the second is compared with
 */
export async function compareBuilds({ suites, builds, turns, say }) {
  const runs = builds.map(() => []);
  for (let turn = 1; turn <= turns; turn += 1) {
    // From either end: who always comes second would have a warmer machine.
    const order = turn % 2 === 1 ? [0, 1] : [1, 0];
    for (const at of order) {
      say(`turn ${turn} of ${turns}: ${builds[at].name}`);
      runs[at].push(await turnOf(suites, builds[at].bench));
    }
  }
  const [before, after] = runs;
  return [...after[0].values()].map(({ name, budget, write }) => {
    const valuesOf = (run) => run.map((figures) => figures.get(name)?.value);
    const [own, other] = [valuesOf(after), valuesOf(before)];
    if (other.includes(undefined)) return { name, write, after: spread(own) };
    const change = ratioSpread(own, other);
    return { name, write, before: spread(other), after: spread(own), change, says: meaning(change, budget) };
  });
}

/** The comparison as a table. */
export function comparisonTable(rows, builds) {
  const columns = ['', ...builds.flatMap(({ name }) => [name, 'min–max']), '×', 'min–max', ''];
  return table(
    columns,
    rows.map(({ name, write, before, after, change, says }) => [
      name,
      before && write(before.median),
      before && range(before, write),
      write(after.median),
      range(after, write),
      change && ratio(change.median),
      change && range(change, ratio),
      says ?? 'not measured by the other',
    ]),
  );
}
