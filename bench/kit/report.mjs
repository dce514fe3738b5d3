/** Prints what was measured, for people or as JSON. */
import { availableParallelism, cpus, loadavg } from 'node:os';
import { pinning } from './cores.mjs';
import { figureTable, verdict } from './figure.mjs';
import { table } from './format.mjs';

const COARSE = 'quick: few short rounds on servers that are hardly warm; judge budgets by a full run';

function tableText({ title, columns, rows, notes }) {
  return [`\n${title}\n`, table(columns, rows), ...notes.map((note) => `  ${note}`)].join('\n');
}

/** Where the numbers come from. */
export function surroundings(isQuick) {
  const load = loadavg()[0].toFixed(1);
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  return {
    mode: isQuick ? 'quick' : 'full',
    node: process.version,
    processor,
    cores: availableParallelism(),
    pinning,
    loadBefore: load,
  };
}

/** The report as text. */
export function reportText({ about, outcomes, peers }) {
  const { mode, node, processor, cores, loadBefore } = about;
  const head = `Understudy bench, ${mode}: Node ${node}, ${cores} × ${processor}, load ${loadBefore} before it began`;
  const figures = outcomes.flatMap((outcome) => outcome.figures);
  return [
    `${head}\n${pinning}${mode === 'quick' ? `\n${COARSE}` : ''}`,
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
