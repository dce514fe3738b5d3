/** Tables of options, in which flag and variable follow from the field: what is the same of many options stands here once. */
import { type Group, onePath, type Option } from './option.js';
import { bytes, flag, json, many, oneOf, whole } from './parse.js';

/** An option as a table has it; a variable stands there only where it is called otherwise. */
type Setting<Value> = Omit<Option<Value>, 'flag' | 'group'>;

/** Describes an option of a table. */
export const setting = <Value>(described: Setting<Value>): Setting<Value> => described;

/** One that is on or off, and off by default. */
export const toggle = (help: string): Setting<boolean> => ({ help, fallback: false, shown: 'off', read: flag });

type Bounds = readonly [least: number, most: number];

/** A whole number within bounds. */
export const number = (
  help: string,
  fallback: number,
  [least, most]: Bounds,
  more: Partial<Setting<number>> = {},
): Setting<number> => ({ placeholder: 'NUMBER', help, fallback, read: whole(least, most), ...more });

/** A number of bytes within bounds, whose default is shown as it is written. */
export function size(help: string, shown: string, [least, most]: Bounds): Setting<number> {
  const read = bytes(least, most);
  return { placeholder: 'SIZE', help, fallback: read(shown), shown, read };
}

/** Something that is left out by default. */
export const optional = <Value>(
  placeholder: string,
  help: string,
  read: (value: unknown) => Value,
  more: Partial<Setting<Value | undefined>> = {},
): Setting<Value | undefined> => ({ placeholder, help, fallback: undefined, shown: 'none', read, ...more });

/** The path of a JSON file, or what is in one. */
export const jsonFile = (help: string): Setting<string | object | undefined> =>
  optional('FILE', help, json, { rebase: onePath });

/** Several values; none by default. */
export const list = <Value>(
  placeholder: string,
  help: string,
  read: (value: unknown) => Value,
  more: Partial<Setting<readonly Value[]>> = {},
): Setting<readonly Value[]> => ({ placeholder, help, fallback: [], shown: 'none', read: many(read), ...more });

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
