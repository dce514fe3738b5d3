/** Where the values of options are from: a flag wins over its variable, and that over its field of the configuration file. */
import { groups, type Option, option, type OptionTable, shown } from '../options/option.js';
import type { CommandLine, Invocation, Source } from './commands.js';
import type { ConfigFile } from './config-file.js';
import { flag, text } from '../options/parse.js';
import { readOptions } from '../options/options.js';
import type { Paint } from './terminal.js';

/** The value of `--config` that reads no file. */
const NO_FILE = 'none';

const common = {
  config: option<string | undefined>({
    flag: 'config',
    group: 'Command',
    variable: 'UNDERSTUDY_CONFIG',
    isField: false,
    placeholder: 'FILE',
    help: `Configuration file, or ${NO_FILE}; it is looked for in this folder and those above.`,
    fallback: undefined,
    shown: 'understudy.config.*',
    read: text,
  }),
  printConfig: option<boolean>({
    flag: 'print-config',
    group: 'Command',
    help: 'Show each option that is in force and its source, and exit.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
};

/** The options of a command with those that it has because of them. */
export function withCommon(options: OptionTable): OptionTable {
  const isConfigured = Object.values(options).some(({ variable }) => variable !== undefined);
  return isConfigured ? { ...options, ...common } : options;
}

interface Origins extends Pick<Invocation, 'environment' | 'folder'> {
  readonly flags: Readonly<Record<string, unknown>>;
  /** Whether the file may have no fields but those of the options. */
  readonly isWhole?: boolean | undefined;
}

/** The variable of an option, where it is set. */
function variableOf({ variable, allowsEmpty }: Option<unknown>, environment: Origins['environment']) {
  const value = variable === undefined ? undefined : environment[variable];
  return value === '' && allowsEmpty !== true ? undefined : value;
}

/** Whether an option is a field of the configuration file. */
const isField = (described: Option<unknown> | undefined): boolean =>
  described?.variable !== undefined && described.isField !== false;

/** The configuration file, where the options have fields in it. */
async function fileFor(options: OptionTable, { flags, environment, folder, isWhole }: Origins) {
  const { config } = options;
  if (config === undefined) return undefined;
  const given = flags[config.flag] ?? variableOf(config, environment);
  const named = Array.isArray(given) ? String(given.at(-1)) : given;
  if (named === NO_FILE) return undefined;
  const path = typeof named === 'string' ? named : undefined;
  const { configFile } = await import('./config-file.js');
  const fields = Object.keys(options).filter((field) => isField(options[field]));
  return configFile({ path, folder, fields: isWhole === true ? fields : undefined });
}

/** The value of an option, and where it is from. */
function found(
  field: string,
  described: Option<unknown>,
  { flags, environment, file }: Origins & { readonly file: ConfigFile | undefined },
): readonly [value: unknown, source: Source] | undefined {
  const { flag: name, variable } = described;
  const byFlag = flags[name];
  if (byFlag !== undefined) {
    return [Array.isArray(byFlag) ? byFlag.join(',') : byFlag, { kind: 'flag', name: `--${name}` }];
  }
  const byVariable = variableOf(described, environment);
  if (variable !== undefined && byVariable !== undefined) return [byVariable, { kind: 'variable', name: variable }];
  const byFile = isField(described) ? file?.valueOf(field, described) : undefined;
  if (file === undefined || byFile === undefined) return undefined;
  return [byFile, { kind: 'file', name: `${field} of ${file.name}` }];
}

/** The value of each option that was given, and where it came from. */
export async function optionsFrom(
  options: OptionTable,
  origins: Origins,
): Promise<Pick<CommandLine, 'values' | 'sources' | 'named' | 'configFile'>> {
  const file = await fileFor(options, origins);
  const sources = new Map<string, Source>();
  const values: Record<string, unknown> = {};
  for (const [field, described] of Object.entries(options)) {
    const given = found(field, described, { ...origins, file });
    if (given === undefined) continue;
    const [value, source] = given;
    values[field] = value;
    sources.set(field, source);
  }
  return {
    values,
    sources,
    named: (field) => sources.get(field)?.name ?? `--${options[field]?.flag ?? field}`,
    configFile: file?.path,
  };
}

interface Line {
  readonly field: string;
  readonly value: string;
  readonly source: string;
}

/** Longest value that is shown whole, in characters. */
const MAX_VALUE = 200;

/** A value as it was given, where it may be shown: a secret is masked, and what can be long is not shown whole. */
function optionText({ isSecret, rebase }: Option<unknown>, value: unknown): string {
  if (isSecret === true) return '***';
  const isPaths = typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
  // Rules and claims may hold secrets, and data be large.
  if (rebase !== undefined && !isPaths) return 'given as an object';
  const whole = shown(value).replace(/^"(.*)"$/, '$1');
  return whole.length > MAX_VALUE ? `${whole.slice(0, MAX_VALUE - 1)}…` : whole;
}

const defaultText = ({ shown: own, fallback }: Option<unknown>): string => own ?? String(fallback);

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
    const value = isGiven ? optionText(described, given.values[field]) : defaultText(described);
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
