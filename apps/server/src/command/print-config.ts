/** Shows each option that is in force, and where it is from: `--print-config`. */
import { groups, type Option, type OptionTable } from '../options/option.js';
import { readOptions } from '../options/options.js';
import { shown } from '../options/shown.js';
import type { CommandLine } from './command.js';
import type { Paint } from './terminal.js';

/** How an option is shown. */
interface Line {
  readonly field: string;
  readonly value: string;
  readonly source: string;
}

/** Longest value that is shown whole, in characters. */
const MAX_VALUE = 200;

/** A value as it was given, where it may be shown: a secret is masked, and what can be long is not shown whole. */
function givenText({ isSecret, rebase }: Option<unknown>, value: unknown): string {
  if (isSecret === true) return '***';
  const isPaths = typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
  // Rules and claims may hold secrets, and data be large.
  if (rebase !== undefined && !isPaths) return 'given as an object';
  const text = shown(value).replace(/^"(.*)"$/, '$1');
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}

const defaultText = ({ shown: text, fallback }: Option<unknown>): string => text ?? String(fallback);

const sourceText = ({ sources }: CommandLine, field: string): string => {
  const source = sources.get(field);
  return source === undefined ? 'default' : source.name;
};

function linesOf(options: OptionTable, given: CommandLine): Line[] {
  // None of them is shown where one of them is wrong.
  readOptions(options, given);
  const ordered = [undefined, ...groups].flatMap((name) =>
    Object.entries(options).filter(([, { group }]) => group === name),
  );
  return ordered.map(([field, described]) => {
    const isGiven = given.sources.has(field);
    const value = isGiven ? givenText(described, given.values[field]) : defaultText(described);
    return { field, value, source: sourceText(given, field) };
  });
}

/**
 * The options of a command that are in force.
 *
 * @throws {@link OptionError} where one of them has a wrong value
 */
export function configText(options: OptionTable, given: CommandLine, paint: Paint): string {
  const lines = linesOf(options, given);
  const width = (column: keyof Line): number => Math.max(...lines.map((line) => line[column].length));
  const [fields, sources] = [width('field'), width('source')];
  const head =
    given.configFile === undefined ? 'No configuration file was found.' : `Configuration file: ${given.configFile}`;
  const rows = lines.map(({ field, value, source }) => {
    const isGiven = source !== 'default';
    const from = source.padEnd(sources);
    return `${paint('term', field.padEnd(fields))}  ${isGiven ? from : paint('aside', from)}  ${value}`;
  });
  return [head, '', ...rows, ''].join('\n');
}
