/** How one option is described, once for the command line, the environment and the library; which parts of its value are paths, and how an error may show it. */

/** Gives the path that another one is from here. */
type At = (path: string) => string;

/** A value whose paths are those from here; one without paths is as it was. */
type Rebase = (value: unknown, at: At) => unknown;

/** One path, or an object that is not in a file. */
export const onePath: Rebase = (value, at) => (typeof value === 'string' && value !== '' ? at(value) : value);

/** Several paths, from a list or a text with commas. */
export const manyPaths: Rebase = (value, at) => {
  const parts: unknown = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  return Array.isArray(parts) ? parts.map((part: unknown) => onePath(part, at)) : parts;
};

/** Paths of documents, each with a name before it or none, or what is in them. */
export const documentPaths: Rebase = (value, at) => {
  const parts: unknown = typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value;
  if (!Array.isArray(parts)) return parts;
  return parts.map((part: unknown) => {
    const [, name, path] = typeof part === 'string' ? (/^([a-z][a-z0-9-]*=)(.+)$/s.exec(part) ?? []) : [];
    return name === undefined || path === undefined ? onePath(part, at) : name + at(path);
  });
};

const SQLITE = 'sqlite:';

/** The store, which may be a file. */
export const storePath: Rebase = (value, at) =>
  typeof value === 'string' && value.startsWith(SQLITE) ? SQLITE + at(value.slice(SQLITE.length)) : value;

/** The scheme of an address; without slashes, only where it is one of ours, since else it may be a user. */
const SCHEME = /^\s*(?:[a-z][a-z0-9+.-]*:\/+|postgres(?:ql)?(?::\/*|\/+))/i;

/** Characters before anything that can follow a user or a host. */
const NAME = /^[^:/?#@\s]*/;

/** A port that ends a host. */
const PORT = /^:\d{1,5}(?=[/?#]|$)/;

/** A parameter of a query, or of a list of `name=value`; the value ends with `&`, or where another name begins. */
const PARAMETER = /([\w.%-]+)(\s*=\s*)((?:(?!\s+[\w.%-]+\s*=)[^&])+)/g;

const SECRET = /pass|pwd|secret|token|key/i;

function decoded(name: string): string {
  return URL.canParse(`x:?${name}`) ? [...new URL(`x:?${name}`).searchParams.keys()].join('') : name;
}

/** A text without what stands between a user and the last `@`, which ends a password whatever is in it. */
function withoutUserInfo(text: string): string {
  const [scheme = ''] = SCHEME.exec(text) ?? [];
  const [name] = NAME.exec(text.slice(scheme.length)) ?? [''];
  const head = scheme + name;
  const at = text.lastIndexOf('@');
  if (at > head.length) return `${head}:***${text.slice(at)}`;
  const rest = text.slice(head.length);
  // Without a host, what looks like one is the user, and what is no port the password.
  const isPassword = scheme !== '' && at < 0 && rest.startsWith(':') && !PORT.test(rest);
  return isPassword ? `${head}:***` : text;
}

function masked(text: string): string {
  return withoutUserInfo(text).replace(PARAMETER, (whole: string, name: string, equals: string) =>
    SECRET.test(decoded(name)) ? `${name}${equals}***` : whole,
  );
}

/** A value as an error may show it. */
export function shown(value: unknown): string {
  const shownText = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? masked(member) : member,
  );
  return shownText ?? '';
}

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
