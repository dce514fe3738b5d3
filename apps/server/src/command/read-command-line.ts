/** Reads the command line and the environment: which command runs, and the values of its options; a flag wins over its variable. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '../kit/nearest.js';
import type { OptionTable } from '../options/option.js';
import { OptionError } from '../options/options.js';
import type { Command, CommandLine, Invocation } from './command.js';

/** What the command line asks for. */
export type Asked =
  | { readonly name: 'run'; readonly command: Command; readonly given: CommandLine }
  /** Help about one command, or about all of them. */
  | { readonly name: 'help'; readonly about: Command | undefined }
  | { readonly name: 'version' };

type Flags = NonNullable<ParseArgsConfig['options']>;

function flagsOf(options: OptionTable): Flags {
  const flags: Flags = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } };
  for (const { flag, placeholder } of Object.values(options)) {
    flags[flag] = placeholder === undefined ? { type: 'boolean' } : { type: 'string', multiple: true };
  }
  return flags;
}

/** A text as an error may show it: it may be the end of an address that was not quoted, with its password. */
const shownOperand = (text: string): string => (/^[\w./ -]*$/.test(text) ? JSON.stringify(text) : '***');

function commandNamed(name: string, commands: readonly Command[]): Command {
  const found = commands.find((command) => command.name === name);
  if (found !== undefined) return found;
  const names = commands.map((command) => command.name);
  const meant = nearest(name, names);
  const hint = meant === null ? `the commands are ${names.join(', ')}` : `did you mean ${meant}?`;
  throw new OptionError(`unknown command ${shownOperand(name)}; ${hint}`);
}

/** What stands before `--`, and the command of another program that follows it. */
function splitProgram(given: readonly string[]) {
  const end = given.indexOf('--');
  return end < 0 ? { own: given, program: [] } : { own: given.slice(0, end), program: given.slice(end + 1) };
}

/** The words that are no flags, whichever command the flags belong to. */
function wordsIn(given: readonly string[], tables: readonly OptionTable[]): readonly string[] {
  const options = Object.assign({}, ...tables.map(flagsOf)) as Flags;
  return parseArgs({ args: [...given], options, allowPositionals: true, strict: false }).positionals;
}

function readFlags(given: readonly string[], command: Command, options: OptionTable) {
  try {
    return parseArgs({ args: [...given], options: flagsOf(options), allowPositionals: true }).values;
  } catch (error) {
    // parseArgs names the flag in its message.
    const message = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new OptionError(`${message}; understudy ${command.name} --help lists all flags`, { cause: error });
  }
}

/** The value of each option that was given, and where it came from. */
function readGiven(
  options: OptionTable,
  flags: Readonly<Record<string, unknown>>,
  environment: Invocation['environment'],
): Omit<CommandLine, 'operands' | 'program'> {
  const sources = new Map<string, string>();
  const values: Record<string, unknown> = {};
  for (const [field, { flag, variable, allowsEmpty }] of Object.entries(options)) {
    const byFlag = flags[flag];
    const byVariable = variable === undefined ? undefined : environment[variable];
    if (byFlag !== undefined) {
      values[field] = Array.isArray(byFlag) ? byFlag.join(',') : byFlag;
      sources.set(field, `--${flag}`);
    } else if (variable !== undefined && byVariable !== undefined && (byVariable !== '' || allowsEmpty === true)) {
      values[field] = byVariable;
      sources.set(field, variable);
    }
  }
  return { values, named: (field) => sources.get(field) ?? `--${options[field]?.flag ?? field}` };
}

/** Reads the command line; a wrong command, flag or variable is an OptionError that names it. */
export function readCommandLine(
  { arguments: given, environment }: Pick<Invocation, 'arguments' | 'environment'>,
  commands: readonly [Command, ...Command[]],
): Asked {
  const tables = new Map(commands.map((command) => [command, command.options()]));
  const [first, ...words] = wordsIn(given, [...tables.values()]);
  if (first === 'help') {
    return { name: 'help', about: words[0] === undefined ? undefined : commandNamed(words[0], commands) };
  }
  const command = first === undefined ? commands[0] : commandNamed(first, commands);
  const options = tables.get(command) ?? {};
  const { own, program } = command.runsProgram === true ? splitProgram(given) : { own: given, program: [] };
  const flags = readFlags(own, command, options);
  if (flags['help'] === true) return { name: 'help', about: first === undefined ? undefined : command };
  if (flags['version'] === true) return { name: 'version' };
  const operands = words.slice(0, words.length - program.length);
  const [tooMuch] = operands.slice(command.maxOperands);
  if (tooMuch !== undefined) {
    const hint = command.runsProgram === true ? '; the command to run follows --' : '';
    throw new OptionError(`understudy ${command.name} does not take ${shownOperand(tooMuch)}${hint}`);
  }
  return { name: 'run', command, given: { ...readGiven(options, flags, environment), operands, program } };
}
