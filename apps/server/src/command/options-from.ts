/** Gathers the values of options: a flag wins over its variable, and that over its field of the configuration file. */
import type { Option, OptionTable } from '../options/option.js';
import type { CommandLine, Invocation } from './command.js';
import { NO_FILE } from './common-options.js';
import type { ConfigFile } from './config-file.js';
import type { Source } from './sources.js';

/** What values are gathered from. */
export interface Origins extends Pick<Invocation, 'environment' | 'folder'> {
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
  const { flag, variable } = described;
  const byFlag = flags[flag];
  if (byFlag !== undefined) {
    return [Array.isArray(byFlag) ? byFlag.join(',') : byFlag, { kind: 'flag', name: `--${flag}` }];
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
