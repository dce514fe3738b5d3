/** What is read of the files of other mock servers: requests with their fixed answers, and what cannot be taken over. */
import { entriesOf, memberOf } from '../remote-server.js';

/** A request and its answer. */
export interface Stub {
  /** In capitals; undefined where any is meant. */
  readonly method: string | undefined;
  /** With `*` in the place of a segment that may be any. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly answer?:
    | {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        readonly body?: unknown;
      }
    | undefined;
  /** Faults in the place of an answer, or beside it. */
  readonly fault?: string | undefined;
  /** Which of the matching requests it is about. */
  readonly when?:
    | {
        readonly after?: number;
        readonly times?: number;
        readonly every?: number;
        readonly probability?: number;
      }
    | undefined;
}

/** What was left out: where it is, and why. */
export interface Left {
  readonly where: string;
  readonly why: string;
}

/** The text of a file that another one names; undefined where there is none. */
export type TextFile = (name: string) => string | undefined;

/** What a file comes to. */
export interface Imported {
  /** In the order in which they are tried. */
  readonly stubs: readonly Stub[];
  readonly left: readonly Left[];
}

/** A member that is a list, or an empty one. */
export function listOf(value: unknown, name: string): readonly unknown[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list : [];
}

/** A member that is a text; undefined where it is none, or empty. */
export function textOf(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Headers that say how an answer was sent once, or hold the session of somebody. */
const PASSING =
  /^(?::|connection|content-(?:encoding|length)|date|keep-alive|set-cookie|transfer-encoding|upgrade|via|age$)/i;

/** Headers of a fixed answer, of pairs of a name and a value. */
const headersOf = (pairs: readonly (readonly [unknown, unknown])[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pairs.flatMap(([name, value]) =>
      typeof name !== 'string' || PASSING.test(name)
        ? []
        : [[name.toLowerCase(), String([value].flat().join(', ')).trim()]],
    ),
  );

/** Headers that are listed as objects, each with a name and a value. */
export const listedHeaders = (list: readonly unknown[], name: 'key' | 'name') =>
  headersOf(list.map((header) => [memberOf(header, name), memberOf(header, 'value')]));

/** Headers by their name. */
export const namedHeaders = (headers: unknown) => headersOf(entriesOf(headers));

/** A body as a rule has it: an object or a list where it is JSON, which can be read and changed then, else the text. */
export function bodyOf(text: string | undefined): { readonly body?: unknown } {
  if (text === undefined) return {};
  try {
    const json: unknown = JSON.parse(text);
    return { body: typeof json === 'object' && json !== null ? json : text };
  } catch {
    return { body: text };
  }
}

/** Whether a text is filled in when it is answered, by the templates of Handlebars. */
export const isTemplate = (text: string | undefined): boolean => text?.includes('{{') === true;
