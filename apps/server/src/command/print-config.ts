/** Shows each option that is in force, and where it is from: `--print-config`. */
import { groups } from '../options/groups.js';
import type { Option, OptionTable } from '../options/option.js';
import { readOptions } from '../options/options.js';
import { shown } from '../options/shown.js';
import type { CommandLine } from './command.js';
import type { Paint } from './paint.js';

/** How an option is shown. */
interface Line {
  readonly field: string;
  readonly value: string;
  readonly source: string;
}

/** A value as it may be shown: a secret is masked, and what was given as an object is not shown whole. */
function valueText({ isSecret, shown: byDefault, fallback }: Option<unknown>, value: unknown): string {
  if (value === undefined || (value === fallback && byDefault !== undefined)) return byDefault ?? 'none';
  if (isSecret === true) return '***';
  const text = shown(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}

/** Longest value that is shown whole, in characters. */
const MAX_VALUE = 200;

const sourceText = ({ sources }: CommandLine, field: string): string => {
  const source = sources.get(field);
  return source === undefined ? 'default' : source.name;
};

function linesOf(options: OptionTable, given: CommandLine): Line[] {
  const values = readOptions(options, given);
  const ordered = [undefined, ...groups].flatMap((name) =>
    Object.entries(options).filter(([, { group }]) => group === name),
  );
  return ordered.map(([field, described]) => ({
    field,
    value: valueText(described, values[field]),
    source: sourceText(given, field),
  }));
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
