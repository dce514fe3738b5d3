/** A running PostgreSQL. */
export interface Postgres {
  readonly port: number;
  /** Address of its first database. */
  readonly url: string;
  /** Stops it as an administrator would, ending what runs, and keeps its data. */
  readonly halt: () => Promise<void>;
  /** Starts it again. */
  readonly resume: () => Promise<void>;
  /** Stops it for good. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts a PostgreSQL on a free port of the loopback address. It is gone, with its data, when it is stopped, and when
 * this process ends, in whichever way.
 *
 * @param flags flags of the program `postgres`
 */
export function startPostgres(flags?: readonly string[]): Promise<Postgres>;
