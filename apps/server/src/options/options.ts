/** Every option of the server, described once: flag, variable, field, default and help follow from here. */
import { defaultSizes } from '../domains/index.js';
import { bytes, clock, duration, flag, many, NotAllowed, oneOf, origin, sizes, text, whole } from './parse.js';

/** One option. */
export interface Option<Value> {
  /** Flag without its dashes; the field of `createUnderstudy` is the same in camelCase. */
  readonly flag: string;
  readonly variable: string;
  /** What the help shows after the flag; a switch has none. */
  readonly placeholder?: string;
  readonly help: string;
  readonly fallback: Value;
  /** The default in the help, where the value itself would not read well. */
  readonly shown?: string;
  /** Reads a text or a value, or throws NotAllowed. */
  readonly read: (value: unknown) => Value;
}

const option = <Value>(described: Option<Value>): Option<Value> => described;

const MAX_SIZE = 10_000_000;

/** All options, by their field of `createUnderstudy`. */
export const options = {
  port: option<number>({
    flag: 'port',
    variable: 'PORT',
    placeholder: 'NUMBER',
    help: 'Port to listen on; 0 picks a free one and prints it.',
    fallback: 4010,
    read: whole(0, 65_535),
  }),
  host: option<string>({
    flag: 'host',
    variable: 'HOST',
    placeholder: 'ADDRESS',
    help: 'Address to listen on; 0.0.0.0 opens it to the network.',
    fallback: '127.0.0.1',
    read: text,
  }),
  publicUrl: option<string | undefined>({
    flag: 'public-url',
    variable: 'PUBLIC_URL',
    placeholder: 'ORIGIN',
    help: 'Origin under which clients reach the server, for the URLs in its answers.',
    fallback: undefined,
    shown: "from the request's Host",
    read: origin,
  }),
  trustProxy: option<boolean>({
    flag: 'trust-proxy',
    variable: 'TRUST_PROXY',
    help: 'Believe X-Forwarded-Proto and X-Forwarded-Host.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
  seed: option<string>({
    flag: 'seed',
    variable: 'UNDERSTUDY_SEED',
    placeholder: 'TEXT',
    help: 'Seed of all generated data: the same seed gives the same records.',
    fallback: 'understudy',
    read: text,
  }),
  size: option<Readonly<Record<string, number>>>({
    flag: 'size',
    variable: 'UNDERSTUDY_SIZE',
    placeholder: 'NAME=NUMBER,…',
    help: `Records to seed, such as students=1000000; names: ${Object.keys(defaultSizes).join(', ')}.`,
    fallback: defaultSizes,
    shown: Object.entries(defaultSizes)
      .map(([name, size]) => `${name}=${size}`)
      .join(','),
    read: sizes(defaultSizes, MAX_SIZE),
  }),
  clock: option<'real' | number>({
    flag: 'clock',
    variable: 'UNDERSTUDY_CLOCK',
    placeholder: 'INSTANT',
    help: 'Clock that sandboxes start with: real, or an ISO 8601 instant to stand at.',
    fallback: 'real',
    read: clock,
  }),
  corsAllow: option<readonly string[]>({
    flag: 'cors-allow',
    variable: 'UNDERSTUDY_CORS_ALLOW',
    placeholder: 'ORIGIN,…',
    help: 'Origins that cors=restrict lets in, beside https://allowed.example.',
    fallback: [],
    shown: 'none',
    read: many(origin),
  }),
  maxBody: option<number>({
    flag: 'max-body',
    variable: 'UNDERSTUDY_MAX_BODY',
    placeholder: 'SIZE',
    help: 'Largest request body.',
    fallback: 100_000,
    shown: '100kB',
    read: bytes(1, 100_000_000),
  }),
  maxRecords: option<number>({
    flag: 'max-records',
    variable: 'UNDERSTUDY_MAX_RECORDS',
    placeholder: 'NUMBER',
    help: 'Changed or created records that one sandbox may hold.',
    fallback: 10_000,
    read: whole(1, 10_000_000),
  }),
  adminToken: option<string | undefined>({
    flag: 'admin-token',
    variable: 'UNDERSTUDY_ADMIN_TOKEN',
    placeholder: 'TOKEN',
    help: 'Bearer token that the control API of sandboxes then needs.',
    fallback: undefined,
    shown: 'none',
    read: text,
  }),
  maxSandboxes: option<number>({
    flag: 'max-sandboxes',
    variable: 'UNDERSTUDY_MAX_SANDBOXES',
    placeholder: 'NUMBER',
    help: 'Sandboxes held at once.',
    fallback: 1000,
    read: whole(1, 1_000_000),
  }),
  sandboxTtl: option<number | null>({
    flag: 'sandbox-ttl',
    variable: 'UNDERSTUDY_SANDBOX_TTL',
    placeholder: 'TIME',
    help: 'Idle time after which the memory store forgets a sandbox, or never.',
    fallback: 3600,
    shown: '1h',
    read: duration(1, 31_536_000),
  }),
  maxSnapshot: option<number>({
    flag: 'max-snapshot',
    variable: 'UNDERSTUDY_MAX_SNAPSHOT',
    placeholder: 'SIZE',
    help: 'Largest snapshot that can be restored.',
    fallback: 10_000_000,
    shown: '10MB',
    read: bytes(1, 1_000_000_000),
  }),
  maxJournal: option<number>({
    flag: 'max-journal',
    variable: 'UNDERSTUDY_MAX_JOURNAL',
    placeholder: 'NUMBER',
    help: 'Requests that the journal of one sandbox remembers.',
    fallback: 200,
    read: whole(0, 100_000),
  }),
  log: option<'pretty' | 'json' | 'off' | undefined>({
    flag: 'log',
    variable: 'UNDERSTUDY_LOG',
    placeholder: 'pretty|json|off',
    help: 'How requests are logged.',
    fallback: undefined,
    shown: 'pretty on a terminal, else json',
    read: oneOf(['pretty', 'json', 'off']),
  }),
};

/** The options by field, each with its value. */
export type Settings = {
  readonly [Field in keyof typeof options]: (typeof options)[Field]['fallback'];
};

/** An option was given a value it does not allow, or is not known. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** Name of an option where it was given: a flag, a variable, a field. */
export type Named = (field: keyof typeof options) => string;

/** Reads the values given; what is left out has its default. */
export function readOptions(given: Readonly<Record<string, unknown>>, named: Named): Settings {
  const entries = Object.entries(options).map(([field, described]) => {
    const value = given[field];
    if (value === undefined) return [field, described.fallback];
    try {
      return [field, described.read(value)];
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      const name = named(field as keyof typeof options);
      throw new OptionError(`${name} is ${JSON.stringify(value)}, but must be ${error.message}`, { cause: error });
    }
  });
  // Every field of the options was read by its own reader.
  return Object.fromEntries(entries) as Settings;
}
