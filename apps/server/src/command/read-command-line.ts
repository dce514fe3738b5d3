/** Reads the command line: which command runs, and with which options. */
import { nearest } from '@understudy/contract/kit';
import type { OptionTable } from '../options/option.js';
import { OptionError } from '../options/options.js';
import type { Command, CommandLine, CommandOutline, Commands, Invocation } from './commands.js';
import { optionsFrom, withCommon } from './options-from.js';
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Flags = NonNullable<ParseArgsConfig['options']>;

interface Words {
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
function operandsIn(given: readonly string[], tables: readonly OptionTable[]): readonly string[] {
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
function readFlags(given: readonly string[], name: string, options: OptionTable): Words {
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

interface Chosen {
  readonly outline: CommandOutline;
  readonly command: Command;
  readonly options: OptionTable;
}

/** What the command line asks for. */
export type ParsedCommand =
  | (Chosen & { readonly name: 'run'; readonly given: CommandLine })
  /** The options that are in force, and where they are from. */
  | (Chosen & { readonly name: 'print-config'; readonly given: CommandLine })
  /** Help about one command, or about all of them. */
  | { readonly name: 'help'; readonly about: Chosen | undefined }
  | { readonly name: 'version' };

/** A text as an error may show it: it may be the end of an address that was not quoted, with its password. */
const shownOperand = (text: string): string => (/^[\w./ -]*$/.test(text) ? JSON.stringify(text) : '***');

/** Where a file is named alone, as other servers have it: how it is served. */
const fileHint = (text: string): string | undefined =>
  /\.(?:json|ya?ml)$/i.test(text) ? 'serve a file with --data or --openapi' : undefined;

function commandNamed(name: string, commands: Commands): CommandOutline {
  const found = commands.find((command) => command.name === name);
  if (found !== undefined) return found;
  const names = commands.map((command) => command.name);
  const meant = nearest(name, names);
  const hint = meant === null ? `the commands are ${names.join(', ')}` : `did you mean ${meant}?`;
  throw new OptionError(`unknown command ${shownOperand(name)}; ${fileHint(name) ?? hint}`);
}

async function chosen(outline: CommandOutline): Promise<Chosen> {
  const command = await outline.load();
  return { outline, command, options: withCommon(command.options()) };
}

/** The name of the command; undefined where none is named. */
async function nameIn(given: readonly string[], commands: Commands): Promise<string | undefined> {
  const [first] = given;
  if (first === undefined || !first.startsWith('-')) return first;
  // Flags may stand before it. Which of them have a value, only their commands know.
  const isElsewhere = given.some((word) => word === 'help' || commands.some(({ name }) => name === word));
  const asked = isElsewhere ? commands : [commands[0]];
  const all = await Promise.all(asked.map(chosen));
  return operandsIn(
    given,
    all.map(({ options }) => options),
  )[0];
}

/** What stands before `--`, and the command of another program that follows it. */
function splitProgram(given: readonly string[]) {
  const end = given.indexOf('--');
  return end < 0 ? { own: given, program: [] } : { own: given.slice(0, end), program: given.slice(end + 1) };
}

/** Which action a command is asked for, and the operands that follow. */
function actionIn({ name, actions }: CommandOutline, operands: readonly string[]) {
  if (actions === undefined) return { action: '', operands };
  const [action, ...others] = operands;
  if (action !== undefined && actions.includes(action)) return { action, operands: others };
  if (action === undefined) throw new OptionError(`understudy ${name} needs one of ${actions.join(', ')} after it`);
  const meant = nearest(action, actions);
  const hint = meant === null ? `it takes ${actions.join(', ')}` : `did you mean ${meant}?`;
  throw new OptionError(`understudy ${name} does not take ${shownOperand(action)}; ${hint}`);
}

function checkOperands({ name, maxOperands, runsProgram }: CommandOutline, operands: readonly string[]): void {
  const tooMuch = operands[maxOperands];
  if (tooMuch === undefined) return;
  const hint =
    runsProgram === true ? 'the command to run follows --' : name === 'serve' ? fileHint(tooMuch) : undefined;
  throw new OptionError(`understudy ${name} does not take ${shownOperand(tooMuch)}${hint ? `; ${hint}` : ''}`);
}

/** Refuses a flag that there is not before the word after it, which may be its value, is taken for a command. */
async function refuseFlags(given: readonly string[], outline: CommandOutline): Promise<void> {
  const { options } = await chosen(outline);
  readFlags(given, outline.name, options);
}

/** Reads the command line; a wrong command, flag or variable is an OptionError that names it. */
export async function readCommandLine(
  { arguments: given, environment, folder }: Pick<Invocation, 'arguments' | 'environment' | 'folder'>,
  commands: Commands,
): Promise<ParsedCommand> {
  const [first] = given;
  const name = await nameIn(given, commands);
  if (name === 'help') {
    const [, about] = given.filter((word) => !word.startsWith('-'));
    return { name: 'help', about: about === undefined ? undefined : await chosen(commandNamed(about, commands)) };
  }
  const isCommand = commands.some((command) => command.name === name);
  if (!isCommand && first?.startsWith('-') === true) await refuseFlags(given, commands[0]);
  const outline = name === undefined ? commands[0] : commandNamed(name, commands);
  const { command, options } = await chosen(outline);
  const { own, program } = outline.runsProgram === true ? splitProgram(given) : { own: given, program: [] };
  const words = readFlags(own, outline.name, options);
  if (words.flags['help'] === true) {
    return { name: 'help', about: name === undefined ? undefined : { outline, command, options } };
  }
  if (words.flags['version'] === true) return { name: 'version' };
  const { action, operands } = actionIn(outline, words.operands.slice(name === undefined ? 0 : 1));
  checkOperands(outline, operands);
  const gathered = await optionsFrom(options, { flags: words.flags, environment, folder, isWhole: outline.ownsConfig });
  return {
    name: words.flags['print-config'] === true ? ('print-config' as const) : ('run' as const),
    outline,
    command,
    options,
    given: { ...gathered, action, operands, program },
  };
}
