/** How one option is described: once for the command line, the environment and the library. */
import type { Rebase } from './rebase.js';

/** The groups that help shows options in, in this order. */
export const groups = [
  'What is served',
  'Data and clock',
  'Behaviour',
  'Address',
  'TLS',
  'Access',
  'Logins',
  'Webhooks',
  'Log',
  'Limits',
  'Command',
] as const;

/** A group of options. */
export type Group = (typeof groups)[number];

/** One option. */
export interface Option<Value> {
  /** Flag without its dashes; the field of `createUnderstudy` is the same in camelCase. */
  readonly flag: string;
  /** The group that help shows it in, where a command has many. */
  readonly group?: Group;
  /**
   * Its environment variable; an option of a command that runs once has none. One that has a variable is a field of the
   * configuration file as well.
   */
  readonly variable?: string;
  /** False where it has a variable, and is no field all the same. */
  readonly isField?: false;
  /** What the help shows after the flag; a switch has none. */
  readonly placeholder?: string;
  readonly help: string;
  readonly fallback: Value;
  /** The default as the help shows it, if the value itself would not read well. */
  readonly shown?: string;
  /** The words that it takes, where they are few; completion offers them. */
  readonly choices?: readonly string[];
  /** Which parts of its value are paths; left out where none are. */
  readonly rebase?: Rebase;
  /** An empty variable is a value of its own, and not the same as no variable. */
  readonly allowsEmpty?: boolean;
  /** The value is secret, and is in no message. */
  readonly isSecret?: boolean;
  /** Reads a text or a value, or throws NotAllowed. */
  readonly read: (value: unknown) => Value;
}

/** Describes an option. */
export const option = <Value>(described: Option<Value>): Option<Value> => described;

/** Options by field. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>;

/** The values of options, by field. */
export type ValuesOf<Table extends OptionTable> = { readonly [Field in keyof Table]: Table[Field]['fallback'] };

/** An option is unknown, or has a value that it does not allow. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}
