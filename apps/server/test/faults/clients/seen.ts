/** What a client saw of an answer, and the short text that stands for it in the table of docs/faults.md. */

/** A request that a client is to send, and how long it may take. */
export interface Asked {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** JSON to send; none for a GET. */
  readonly body?: string;
  /** Headers to send, where the client is one that can be told to. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Own time limit of the client, in ms. */
  readonly limitMs: number;
  /** The title of the record asked for, by which garbled text is noticed. */
  readonly title: string;
}

/** What a client saw. */
export interface Seen {
  /** Status, where a head came. */
  readonly status?: number;
  /** Content-Type, or null where there was none. */
  readonly type?: string | null;
  readonly retryAfter?: string | null;
  /** Whether the JSON could be read and yet was not what was written. */
  readonly isGarbled?: boolean;
  /** Name of the error that the client gave its caller, as short as it stays the same in each version. */
  readonly error?: string;
}

/** A client that is ready to ask. */
export interface Client {
  /** How many writes it may have under way, where it depends on that what it does. */
  readonly writesAtOnce?: number;
  readonly ask: (asked: Asked) => Promise<Seen>;
  readonly close: () => Promise<void>;
}

const names: ReadonlyMap<string, string> = new Map([
  ['application/json', 'JSON'],
  ['application/problem+json', 'problem'],
  ['text/html', 'HTML'],
]);

function typeText(type: string | null | undefined): string {
  if (type === undefined) return '';
  const [media = ''] = (type ?? 'no type').split(';');
  return ` ${names.get(media) ?? media}`;
}

/** A busy machine may take seconds to report a date that was one second ahead; one that has passed is an hour old. */
const LATE_MS = 60_000;

/** A date is said as one: it is another in each run. */
function retryText(value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  const isDate = value.endsWith(' GMT');
  return `, Retry-After: ${isDate ? (Date.parse(value) > Date.now() - LATE_MS ? 'a date to come' : 'a date gone by') : value}`;
}

/** The short text for what was seen. */
export function textOf({ status, type, retryAfter, isGarbled = false, error }: Seen): string {
  if (status === undefined) return error ?? 'nothing';
  const head = `${status}${typeText(type)}${retryText(retryAfter)}`;
  if (error !== undefined) return `${head}, then ${error}`;
  return isGarbled ? `${head}, garbled` : head;
}

/** Whether JSON has been read as it was not written. */
export function garbled(value: unknown, title: string): boolean {
  const text = JSON.stringify(value);
  // The replacement character stands for bytes that no text has.
  return !text.includes(title) || text.includes('\uFFFD');
}
