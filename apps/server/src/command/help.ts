/** The text of `understudy --help`, made from the options. */
import type { Option } from '../options/option.js';
import type { Options } from '../options/options.js';

const WIDTH = 30;

function line(option: Option<never> | Option<unknown>): string {
  const left = `  --${option.flag}${option.placeholder === undefined ? '' : ` ${option.placeholder}`}`;
  const shown = option.shown ?? String(option.fallback);
  const right = `${option.help} [${option.variable}; default: ${shown}]`;
  return left.length < WIDTH ? `${left.padEnd(WIDTH)}${right}` : `${left}\n${' '.repeat(WIDTH)}${right}`;
}

/** The help text. */
export function help(options: Options): string {
  return [
    'Understudy: the API that stands in for the real one.',
    '',
    'Usage: understudy [serve] [options]',
    '',
    'Options, each with its environment variable:',
    ...Object.values(options).map(line),
    `  ${'-h, --help'.padEnd(WIDTH - 2)}Show this help.`,
    `  ${'-v, --version'.padEnd(WIDTH - 2)}Show the version.`,
    '',
  ].join('\n');
}
