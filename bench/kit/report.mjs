/** Prints what was measured, for people or as JSON. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { comparisonTable } from './compare-builds.mjs';
import { pinning } from './cores.mjs';
import { figureTable, verdict } from './figure.mjs';
import { table } from './format.mjs';

const COARSE = 'quick: few short rounds on servers that are hardly warm; judge budgets by a full run';

const TURNS = '×: the second by the first in the same turn; better or worse where all turns say so';

function tableText({ title, columns, rows, notes }) {
  return [`\n${title}\n`, table(columns, rows), ...notes.map((note) => `  ${note}`)].join('\n');
}

/** Where the numbers come from. */
export function surroundings(isQuick) {
  const load = loadavg()[0].toFixed(1);
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  return {
    date: new Date().toISOString().slice(0, 10),
    mode: isQuick ? 'quick' : 'full',
    node: process.version,
    processor,
    cores: availableParallelism(),
    pinning,
    loadBefore: load,
  };
}

function headText({ mode, node, processor, cores, loadBefore }) {
  const head = `Understudy bench, ${mode}: Node ${node}, ${cores} × ${processor}, load ${loadBefore} before it began`;
  return `${head}\n${pinning}${mode === 'quick' ? `\n${COARSE}` : ''}`;
}

/** Two builds side by side, as text. */
export function comparisonText({ about, rows, builds }) {
  return [headText(about), '', comparisonTable(rows, builds), '', `  ${TURNS}`, ''].join('\n');
}

/** The report as text. */
export function reportText({ about, outcomes, peers }) {
  const figures = outcomes.flatMap((outcome) => outcome.figures);
  return [
    headText(about),
    ...outcomes.flatMap(({ tables }) => tables.map(tableText)),
    ...outcomes
      .filter(({ failure }) => failure)
      .map(({ name, failure }) => `\n${name} could not be measured: ${failure}`),
    '\nAgainst the budgets\n',
    figureTable(figures, peers),
    '',
  ].join('\n');
}

/** The report as JSON. */
export function reportJson({ about, outcomes }) {
  const suites = outcomes.map(({ name, failure, tables, figures }) => ({
    name,
    failure,
    tables: tables.map(({ title, results }) => ({ title, results })),
    figures: figures.map((one) => ({ ...one, verdict: verdict(one) || undefined })),
  }));
  return JSON.stringify({ about, suites }, null, 2);
}
