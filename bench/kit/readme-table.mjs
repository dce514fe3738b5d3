/** Writes the figures that the README shows, from what a run has measured. */
import { readFileSync, writeFileSync } from 'node:fs';
import { tableOf, withTable } from '@understudy/tooling/tables';
import { paths } from './paths.mjs';

const COMMAND = 'npm run bench -- --write';

function cell(one, value) {
  return value === undefined ? '' : one.write(value);
}

/** What a newcomer asks for first: the README is short. */
const SHOWN = new Set([
  'hot GET, share of bare node',
  'never-seen GET, share of bare node',
  'never-seen search, share of bare node',
  'spawn to first 200, × bare node',
]);

/** The figures that others have as well: those compare something. */
function compared(outcomes) {
  const figures = outcomes.flatMap((outcome) => outcome.figures);
  return figures.filter(
    ({ name, failure, peers }) => failure === undefined && SHOWN.has(name) && Object.keys(peers).length > 0,
  );
}

/**
 * What the README says of a run.
 *
 * @param {{ about: object, outcomes: object[], peers: object[] }} report
 */
function readmeText({ about, outcomes, peers }) {
  const { date, node, processor, cores, loadBefore } = about;
  const rows = compared(outcomes).map((one) => [
    one.name,
    cell(one, one.value),
    ...peers.map(({ name }) => cell(one, one.peers[name])),
  ]);
  if (rows.length === 0) throw new Error('no suite that was run compares Understudy with others');
  const head = ['', 'Understudy', ...peers.map(({ title, version }) => `${title} ${version}`)];
  const said = `Measured on ${date} with Node ${node} on ${cores} × ${processor}, load ${loadBefore} before it began.`;
  return `${said}\n\n${tableOf(head, rows)}`;
}

/** Writes it. */
export function writeReadme(report) {
  const text = readFileSync(paths.readme, 'utf8');
  writeFileSync(paths.readme, withTable(text, 'figures', { table: readmeText(report), command: COMMAND }));
}
