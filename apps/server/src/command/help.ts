/** The texts of `understudy --help` and `understudy COMMAND --help`, made from the commands and their options. */
import type { Option } from '../options/option.js';
import type { Command } from './command.js';

const WIDTH = 30;

/** A term and what it means, below each other where the term is long. */
function entry(term: string, meaning: string): string {
  const left = `  ${term}`;
  return left.length < WIDTH ? `${left.padEnd(WIDTH)}${meaning}` : `${left}\n${' '.repeat(WIDTH)}${meaning}`;
}

function line({ flag, placeholder, variable, shown, fallback, ...option }: Option<unknown>): string {
  const source = variable === undefined ? '' : `${variable}; `;
  const term = `--${flag}${placeholder === undefined ? '' : ` ${placeholder}`}`;
  return entry(term, `${option.help} [${source}default: ${shown ?? String(fallback)}]`);
}

function optionLines({ options }: Command): string[] {
  const described = Object.values(options());
  const title = described.some(({ variable }) => variable !== undefined)
    ? 'Options, each with its environment variable:'
    : 'Options:';
  return [title, ...described.map(line), entry('-h, --help', 'Show this help.')];
}

/** The help about one command. */
export function helpAbout(command: Command): string {
  const usage = `Usage: understudy ${command.name} ${command.usage}`;
  return [command.summary, '', usage, '', ...optionLines(command), ''].join('\n');
}

/** The help about all commands, with the options of the one that runs where none is named. */
export function help([first, ...others]: readonly [Command, ...Command[]]): string {
  return [
    'Understudy: the API that stands in for the real one.',
    '',
    `Usage: understudy [${first.name}] ${first.usage}`,
    ...others.map(({ name, usage }) => `       understudy ${name} ${usage}`),
    '',
    'Commands:',
    ...[first, ...others].map(({ name, summary }) => entry(name, summary)),
    entry('help [COMMAND]', 'Shows the options of a command.'),
    '',
    ...optionLines(first),
    entry('-v, --version', 'Show the version.'),
    '',
  ].join('\n');
}
