/** Reads the command line and the environment into option values; a flag wins over its variable. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { OptionError, type Options, readOptions, type Settings } from '../options/options.js';

type Field = keyof Options;

/** A command, as the command line gives it. */
export type Command =
  | { readonly name: 'serve'; readonly settings: Settings }
  | { readonly name: 'help' }
  | { readonly name: 'version' };

type Flag = NonNullable<ParseArgsConfig['options']>[string];

function flagsOf(options: Options): Record<string, Flag> {
  const flags: Record<string, Flag> = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean', short: 'v' },
  };
  for (const { flag, placeholder } of Object.values(options)) {
    flags[flag] = placeholder === undefined ? { type: 'boolean' } : { type: 'string', multiple: true };
  }
  return flags;
}

function readFlags(given: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...given], options: flagsOf(options), allowPositionals: true });
  } catch (error) {
    // parseArgs names the flag in its message.
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new OptionError(`${message}; understudy --help lists all flags`, { cause: error });
  }
}

/** Reads the command; a wrong flag, variable or value is an OptionError that names it. */
export function readCommand(
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  options: Options,
): Command {
  const { values, positionals } = readFlags(given, options);
  if (values['help'] === true) return { name: 'help' };
  if (values['version'] === true) return { name: 'version' };
  const [command = 'serve', ...more] = positionals;
  if (command !== 'serve' || more.length > 0) {
    // It may be the end of an address that was not quoted, with its password.
    const words = positionals.join(' ');
    const shown = /^[\w -]*$/.test(words) ? JSON.stringify(words) : '***';
    throw new OptionError(`unknown command ${shown}; the only command is serve`);
  }
  const sources = new Map<Field, string>();
  const texts: Partial<Record<Field, unknown>> = {};
  for (const field of Object.keys(options) as Field[]) {
    const { flag, variable } = options[field];
    const byFlag = values[flag];
    const byVariable = environment[variable];
    if (byFlag !== undefined) {
      texts[field] = Array.isArray(byFlag) ? byFlag.join(',') : byFlag;
      sources.set(field, `--${flag}`);
    } else if (byVariable !== undefined && (byVariable !== '' || options[field].allowsEmpty === true)) {
      texts[field] = byVariable;
      sources.set(field, variable);
    }
  }
  return {
    name: 'serve',
    settings: readOptions(options, { values: texts, named: (field) => sources.get(field) ?? field }),
  };
}
