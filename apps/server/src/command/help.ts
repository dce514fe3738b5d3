/** The texts of `understudy --help` and `understudy COMMAND --help`, made from the commands and their options. */
import { wrap } from '../kit/wrap.js';
import { type Group, groups, type Option, type OptionTable } from '../options/option.js';
import type { CommandOutline, Commands } from './commands.js';
import type { Paint } from './terminal.js';

/** Columns that every terminal has. */
const COLUMNS = 80;

/** Where meanings begin. */
const MEANING = 26;

/** How help is shown. */
export interface Helping {
  readonly paint: Paint;
  /** A line with the name that the command is called by. */
  readonly called: (line: string) => string;
}

interface Entry {
  readonly term: string;
  readonly meaning: string;
  readonly aside?: string;
}

function entryLines({ term, meaning, aside }: Entry, paint: Paint): string[] {
  const left = `  ${term}`;
  const width = COLUMNS - MEANING;
  const meanings = [
    ...wrap(meaning, width),
    ...(aside === undefined ? [] : wrap(aside, width).map((line) => paint('aside', line))),
  ];
  const [first, ...others] = meanings.map((line) => ' '.repeat(MEANING) + line);
  const painted = `  ${paint('term', term)}`;
  if (first === undefined) return [painted];
  // Two spaces at least stand between them.
  return left.length > MEANING - 2 ? [painted, first, ...others] : [painted + first.slice(left.length), ...others];
}

function optionEntry({ flag, placeholder, variable, shown, fallback, help: meaning }: Option<unknown>): Entry {
  const source = variable === undefined ? '' : `${variable}; `;
  return {
    term: `--${flag}${placeholder === undefined ? '' : ` ${placeholder}`}`,
    meaning,
    aside: `[${source}default: ${shown ?? String(fallback)}]`,
  };
}

/** A heading with what stands below it; nothing where nothing does. */
function section(heading: string, entries: readonly Entry[], paint: Paint): string[] {
  if (entries.length === 0) return [];
  return [paint('heading', `${heading}:`), ...entries.flatMap((entry) => entryLines(entry, paint)), ''];
}

const HELP: Entry = { term: '-h, --help', meaning: 'Show this help.' };

/** The options of a command: those that are its own, then those of each group. */
function optionSections(options: OptionTable, paint: Paint): string[] {
  const described = Object.values(options);
  const entriesOf = (name: Group | undefined) => described.filter(({ group }) => group === name).map(optionEntry);
  const [last] = groups.toReversed();
  const isGrouped = entriesOf(last).length > 0;
  return [
    ...section('Options', [...entriesOf(undefined), ...(isGrouped ? [] : [HELP])], paint),
    ...groups.flatMap((name) =>
      section(name, [...entriesOf(name), ...(name === last && isGrouped ? [HELP] : [])], paint),
    ),
  ];
}

/** Lines of use that stay as they are, each with what it is for. */
function exampleLines({ examples = [] }: CommandOutline, { paint, called }: Helping): string[] {
  if (examples.length === 0) return [];
  const lines = examples.flatMap(([line, purpose]) => [
    ...wrap(purpose, COLUMNS - 2).map((text) => `  ${paint('aside', text)}`),
    `    ${called(line)}`,
  ]);
  return [paint('heading', 'Examples:'), ...lines, ''];
}

/** Whether one of the options has a variable, and so a field of the configuration file. */
const isConfigured = (options: OptionTable): boolean =>
  Object.values(options).some(({ variable }) => variable !== undefined);

const SOURCES =
  'A flag wins over its variable, and that over the field of the same name in understudy.config.ts (or .mts, .js, .mjs, .json).';

/** The help about one command. */
export function helpAbout(outline: CommandOutline, options: OptionTable, helping: Helping): string {
  const { paint, called } = helping;
  return [
    ...wrap(outline.summary, COLUMNS),
    '',
    ...wrap(called(`Usage: understudy ${outline.name} ${outline.usage}`), COLUMNS),
    '',
    ...exampleLines(outline, helping),
    ...optionSections(options, paint),
    ...(isConfigured(options) ? [...wrap(SOURCES, COLUMNS), ''] : []),
  ].join('\n');
}

/** The help about all commands. */
export function help(commands: Commands, { paint, called }: Helping): string {
  const headings = [...new Set(commands.map(({ group }) => group))];
  return [
    'Understudy: the API that stands in for the real one.',
    '',
    'Usage: understudy [COMMAND] [options]',
    '       npx @understudy/server [COMMAND] [options]   where it is not installed',
    '',
    ...headings.flatMap((heading) => {
      const own = commands.filter(({ group }) => group === heading);
      return section(
        heading,
        own.map(({ name: term, summary: meaning }) => ({ term, meaning })),
        paint,
      );
    }),
    ...section(
      'Options',
      [
        { term: '-h, --help', meaning: 'Show this help; after a command, its own.' },
        { term: '-v, --version', meaning: 'Show the versions of the server and of its API.' },
      ],
      paint,
    ),
    `Without a command it runs ${commands[0].name}.`,
    called(`understudy ${commands[0].name} --help shows its options.`),
    '',
  ].join('\n');
}
