/** Every option of the server: flag, variable, field, default and help follow from here. */
import type { Sizes } from '../kit/dataset.js';
import { dataOptions, sizeOption } from './data.js';
import { limitsOptions } from './limits.js';
import { networkOptions } from './network.js';
import { option, OptionError, type OptionTable, shown, type ValuesOf } from './option.js';
import { NotAllowed, oneOf, rate, whole } from './parse.js';
import type { Rate } from '../kit/implement.js';

/** Options that keep clients from taking more of the server than others leave. */
const trafficOptions = {
  rateLimit: option<Rate | null>({
    flag: 'rate-limit',
    group: 'Limits',
    variable: 'UNDERSTUDY_RATE_LIMIT',
    placeholder: 'NUMBER/TIME',
    help: 'Requests that one client address may send in a time, such as 600/1m; or none.',
    fallback: null,
    shown: 'none',
    read: rate,
  }),
  maxConnections: option<number>({
    flag: 'max-connections',
    group: 'Limits',
    variable: 'UNDERSTUDY_MAX_CONNECTIONS',
    placeholder: 'NUMBER',
    help: 'Connections that may be open at once; others are closed as they come.',
    fallback: 20_000,
    read: whole(1, 1_000_000),
  }),
  maxHeld: option<number>({
    flag: 'max-held',
    group: 'Limits',
    variable: 'UNDERSTUDY_MAX_HELD',
    placeholder: 'NUMBER',
    help: 'Requests of one client address that may wait at once on a public address, by delays, stalls or streams.',
    fallback: 1000,
    read: whole(1, 1_000_000),
  }),
  maxSandboxesPerClient: option<number>({
    flag: 'max-sandboxes-per-client',
    group: 'Limits',
    variable: 'UNDERSTUDY_MAX_SANDBOXES_PER_CLIENT',
    placeholder: 'NUMBER',
    help: 'Sandboxes that one client address may bring into being on a public address, without the admin token.',
    fallback: 100,
    read: whole(1, 1_000_000),
  }),
  maxHashes: option<number>({
    flag: 'max-hashes',
    group: 'Limits',
    variable: 'UNDERSTUDY_MAX_HASHES',
    placeholder: 'NUMBER',
    help: 'Passwords that may wait to be hashed; 200 of one request at most.',
    fallback: 500,
    read: whole(1, 100_000),
  }),
};

/** How much the log says: each level has what follows it too. */
const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Options about what the server says of itself. */
const watchingOptions = {
  log: option<'pretty' | 'json' | 'off' | undefined>({
    flag: 'log',
    group: 'Log',
    choices: ['pretty', 'json', 'off'],
    variable: 'UNDERSTUDY_LOG',
    placeholder: 'pretty|json|off',
    help: 'Format of the log.',
    fallback: undefined,
    shown: 'pretty on a terminal, otherwise json',
    read: oneOf(['pretty', 'json', 'off']),
  }),
  logLevel: option<(typeof logLevels)[number]>({
    flag: 'log-level',
    group: 'Log',
    choices: logLevels,
    variable: 'UNDERSTUDY_LOG_LEVEL',
    placeholder: 'LEVEL',
    help: 'What is logged: debug (health checks too), info (requests), warn (trouble), or error.',
    fallback: 'info',
    read: oneOf(logLevels),
  }),
  metrics: option<'on' | 'off'>({
    flag: 'metrics',
    group: 'Log',
    choices: ['on', 'off'],
    variable: 'UNDERSTUDY_METRICS',
    placeholder: 'on|off',
    help: 'Whether /metrics shows what the server counts, for Prometheus.',
    fallback: 'on',
    read: oneOf(['on', 'off']),
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
export interface Given {
  /** The values by field; an option that is left out has its default. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly named: Named;
}

/** Reads the given values. */
export function readOptions<Table extends OptionTable>(options: Table, { values, named }: Given): ValuesOf<Table> {
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
