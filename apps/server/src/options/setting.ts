/** Tables of options, in which flag and variable follow from the field: what is the same of many options stands here once. */
import type { Group, Option } from './option.js';
import { flag, oneOf } from './parse.js';

/** An option as a table has it; a variable stands there only where it is called otherwise. */
type Setting<Value> = Omit<Option<Value>, 'flag' | 'group'>;

/** Describes an option of a table. */
export const setting = <Value>(described: Setting<Value>): Setting<Value> => described;

/** One that is on or off, and off by default. */
export const toggle = (help: string): Setting<boolean> => ({ help, fallback: false, shown: 'off', read: flag });

/** One that is one of a few words. */
export const choice = <Value>(
  words: readonly (Value & string)[],
  described: Omit<Setting<Value>, 'choices' | 'read'>,
): Setting<Value> => ({ placeholder: words.join('|'), ...described, choices: words, read: oneOf(words) });

/** `maxBody` as `max-body`. */
const flagOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

type Table = Readonly<Record<string, Setting<unknown>>>;

/** The options of a table. */
type OptionsOf<Settings extends Table> = {
  readonly [Field in keyof Settings]: Settings[Field] extends Setting<infer Value> ? Option<Value> : never;
};

function optionsOf<Settings extends Table>(
  table: Settings,
  more: (name: string) => Partial<Option<unknown>>,
): OptionsOf<Settings> {
  const entries = Object.entries(table).map(([field, described]) => {
    const name = flagOf(field);
    return [field, { flag: name, ...more(name), ...described }];
  });
  // Each field has the option of its own setting.
  return Object.fromEntries(entries) as OptionsOf<Settings>;
}

/** Options of a command that runs once: they are flags, and nothing else. */
export const flags = <Settings extends Table>(table: Settings): OptionsOf<Settings> => optionsOf(table, () => ({}));

/** Options of a group, which are flags, variables and fields of the configuration file. */
export const configured = <Settings extends Table>(group: Group, table: Settings): OptionsOf<Settings> =>
  optionsOf(table, (name) => ({ group, variable: `UNDERSTUDY_${name.toUpperCase().replaceAll('-', '_')}` }));
