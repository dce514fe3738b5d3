/** Every option of the server: flag, variable, field, default and help follow from here. */
import type { Sizes } from '../kit/dataset.js';
import { dataOptions, sizeOption } from './data.js';
import { networkOptions } from './network.js';
import { OptionError, type OptionTable, shown, type ValuesOf } from './option.js';
import { duration, NotAllowed, rate } from './parse.js';
import type { Rate } from '../kit/implement.js';
import { choice, configured, number, setting, size } from './setting.js';

/** Options that limit what the server accepts and keeps. */
const limitsOptions = {
  ...configured('Limits', {
    maxBody: size('Largest request body.', '100kB', [1, 100_000_000]),
    maxRecords: number('Changed and created records that one sandbox may hold.', 10_000, [1, 10_000_000]),
    maxRegistrations: number('Webhook registrations that one sandbox may hold.', 100, [1, 10_000]),
    maxBytes: size('Size of the changed records of one sandbox, as JSON.', '32MB', [1000, 1_000_000_000]),
    maxTotalBytes: size(
      'Size of the changed records of all sandboxes in a process, as JSON.',
      '512MB',
      [1000, 100_000_000_000],
    ),
    maxSandboxes: number('Sandboxes that have writes or a configuration; others do not count.', 1000, [1, 1_000_000]),
    maxStreams: number('Streams of events that a process has open at once.', 1000, [0, 1_000_000]),
    sandboxTtl: setting<number | null | undefined>({
      placeholder: 'TIME',
      help: 'Idle time after which a sandbox is deleted, or never.',
      fallback: undefined,
      shown: '1h in memory, otherwise never',
      read: duration(1, 31_536_000),
    }),
    maxSnapshot: size('Largest snapshot that can be restored.', '10MB', [1, 1_000_000_000]),
    maxJournal: number('Requests that the journal of one sandbox holds; 0 for no journal.', 10_000, [0, 100_000]),
    maxJournalBytes: size(
      'Size of the journal of one sandbox; its oldest requests give way first.',
      '4MB',
      [0, 1_000_000_000],
    ),
    maxJournalBody: size('Start of a request body that the journal keeps; 0 keeps none.', '64kB', [0, 100_000_000]),
    maxTotalJournalBytes: size(
      'Size of all journals of a process, or of a shared store; the largest give way first.',
      '64MB',
      [0, 10_000_000_000],
    ),
  }),
};

/** Options that keep clients from taking more of the server than others leave. */
const trafficOptions = {
  ...configured('Limits', {
    rateLimit: setting<Rate | null>({
      placeholder: 'NUMBER/TIME',
      help: 'Requests that one client address may send in a time, such as 600/1m; or none.',
      fallback: null,
      shown: 'none',
      read: rate,
    }),
    maxConnections: number(
      'Connections that may be open at once; others are closed as they come.',
      20_000,
      [1, 1_000_000],
    ),
    maxHeld: number(
      'Requests of one client address that may wait at once on a public address, by delays, stalls or streams.',
      1000,
      [1, 1_000_000],
    ),
    maxSandboxesPerClient: number(
      'Sandboxes that one client address may bring into being on a public address, without the admin token.',
      100,
      [1, 1_000_000],
    ),
    maxHashes: number('Passwords that may wait to be hashed; 200 of one request at most.', 500, [1, 100_000]),
  }),
};

/** How much the log says: each level has what follows it too. */
const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Options about what the server says of itself. */
const watchingOptions = {
  ...configured('Log', {
    log: choice<'pretty' | 'json' | 'off' | undefined>(['pretty', 'json', 'off'], {
      help: 'Format of the log.',
      fallback: undefined,
      shown: 'pretty on a terminal, otherwise json',
    }),
    logLevel: choice<(typeof logLevels)[number]>(logLevels, {
      placeholder: 'LEVEL',
      help: 'What is logged: debug (health checks too), info (requests), warn (trouble), or error.',
      fallback: 'info',
    }),
    metrics: choice<'on' | 'off'>(['on', 'off'], {
      help: 'Whether /metrics shows what the server counts, for Prometheus.',
      fallback: 'on',
    }),
  }),
};

/**
 * All options, by their field of `createUnderstudy`.
 *
 * @param sizes the collections that can be sized, each with its default
 */
export function optionsFor(sizes: Sizes) {
  const { seed, ...data } = dataOptions;
  return {
    ...networkOptions,
    ...watchingOptions,
    seed,
    size: sizeOption(sizes),
    ...data,
    ...limitsOptions,
    ...trafficOptions,
  };
}

/** All options, by their field. */
export type Options = ReturnType<typeof optionsFor>;

/** The options by field, each with its value. */
export type Settings = ValuesOf<Options>;

/** Name of an option as it was given: a flag, a variable or a field. */
export type Named = (field: string) => string;

/** What options are read from. */
export interface OptionSource {
  /** The values by field; an option that is left out has its default. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly named: Named;
}

/** Reads the given values. */
export function readOptions<Table extends OptionTable>(
  options: Table,
  { values, named }: OptionSource,
): ValuesOf<Table> {
  const entries = Object.entries(options).map(([field, described]) => {
    const value = values[field];
    if (value === undefined) return [field, described.fallback];
    try {
      return [field, described.read(value)];
    } catch (error) {
      if (!(error instanceof NotAllowed)) throw error;
      throw new OptionError(
        `${named(field)} is ${described.isSecret === true ? '***' : shown(value)}, but must be ${error.message}`,
        { cause: error },
      );
    }
  });
  // Every field of the options was read by its own reader.
  return Object.fromEntries(entries) as ValuesOf<Table>;
}

export { OptionError } from './option.js';
