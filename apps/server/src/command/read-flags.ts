/** Reads the words of a command line: flags, and what is none. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '@understudy/contract/kit';
import type { OptionTable } from '../options/option.js';
import { OptionError } from '../options/options.js';

type Flags = NonNullable<ParseArgsConfig['options']>;

/** The words of a command line. */
export interface Words {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly operands: readonly string[];
}

function flagsOf(options: OptionTable): Flags {
  const flags: Flags = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } };
  for (const { flag, placeholder } of Object.values(options)) {
    flags[flag] = placeholder === undefined ? { type: 'boolean' } : { type: 'string', multiple: true };
  }
  return flags;
}

/** The words that are no flags, whichever command the flags belong to. */
export function operandsIn(given: readonly string[], tables: readonly OptionTable[]): readonly string[] {
  const options = Object.assign({}, ...tables.map(flagsOf)) as Flags;
  return parseArgs({ args: [...given], options, allowPositionals: true, strict: false }).positionals;
}

/** What is wrong with the flags, by what parseArgs says of it. */
function messageOf(error: unknown, flags: Flags): string {
  const message = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error);
  const [, unknown] = /^Unknown option '(-[^']*)'/.exec(message) ?? [];
  if (unknown !== undefined) {
    const meant = nearest(unknown.replace(/^-+(?:no-)?/, ''), Object.keys(flags));
    return `unknown option ${unknown}${meant === null ? '' : `; did you mean --${meant}?`}`;
  }
  // It names the short form as well.
  const [, flag] = /^Option '(?:-\w, )?(--[\w-]+)/.exec(message) ?? [];
  if (flag === undefined) return message;
  return message.includes('does not take an argument') ? `${flag} takes no value` : `${flag} needs a value`;
}

/**
 * Reads words by the flags of a command.
 *
 * @throws {@link OptionError} naming a flag that it does not have, or one without its value
 */
export function readFlags(given: readonly string[], name: string, options: OptionTable): Words {
  const flags = flagsOf(options);
  try {
    // --no-strict switches off what a variable or the file switches on.
    const parsed = parseArgs({ args: [...given], options: flags, allowPositionals: true, allowNegative: true });
    return { flags: parsed.values, operands: parsed.positionals };
  } catch (error) {
    const message = messageOf(error, flags);
    const hint = message.endsWith('?') ? '' : `; understudy ${name} --help lists all options`;
    throw new OptionError(message + hint, { cause: error });
  }
}
