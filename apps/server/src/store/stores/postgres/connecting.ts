/** How connections to PostgreSQL come about, and what holds on them. */
import { promises, type LookupAddress } from 'node:dns';
import { type LookupFunction, Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { PoolConfig } from 'pg';
import { connectMs, statementMs } from './limits.js';

/**
 * How long the name server has, in ms, where an earlier answer is known. A lost packet costs five seconds by the defaults
 * of resolv.conf, and longer than that nobody waits for a connection.
 */
const LATE_MS = 300;

/** What the name server says where it cannot be asked. */
const UNANSWERED = 'EAI_AGAIN';

/** Asks the name server for all addresses of a name. */
export type AskName = (name: string, hints: number) => Promise<readonly LookupAddress[]>;

const askSystem: AskName = (name, hints) => promises.lookup(name, { all: true, hints });

/** Whether a name server gave no answer, rather than that there is no such name. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNANSWERED;

/** A socket that finds addresses in its own way. */
class NamedSocket extends Socket {
  readonly #lookup: LookupFunction;

  constructor(lookup: LookupFunction) {
    super();
    this.#lookup = lookup;
  }

  /** Connects as the driver says: by port and host, or by the path of a socket of this machine. */
  dial(to: number | string, host = 'localhost'): this {
    return typeof to === 'number' ? super.connect({ port: to, host, lookup: this.#lookup }) : super.connect(to);
  }
}

/** What name servers have said. */
export class Names {
  readonly #ask: AskName;
  readonly #lateMs: number;
  readonly #known = new Map<string, readonly LookupAddress[]>();
  readonly #asked = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(ask: AskName = askSystem, lateMs = LATE_MS) {
    this.#ask = ask;
    this.#lateMs = lateMs;
  }

  /** The addresses of a name. */
  async find(name: string, hints = 0): Promise<readonly LookupAddress[]> {
    const answer = this.#answer(name, hints);
    const known = this.#known.get(name);
    if (known === undefined) return answer;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly LookupAddress[]>((resolve) => {
      timer = setTimeout(() => resolve(known), this.#lateMs);
    });
    const found = answer.catch((error: unknown) => {
      if (isUnanswered(error)) return known;
      throw error;
    });
    return Promise.race([found, late]).finally(() => clearTimeout(timer));
  }

  /** One question at a time: each that waits holds one of the few threads of the process. */
  #answer(name: string, hints: number): Promise<readonly LookupAddress[]> {
    const asked = this.#asked.get(name);
    if (asked !== undefined) return asked;
    const answer = this.#ask(name, hints)
      .then((addresses) => {
        this.#known.set(name, addresses);
        return addresses;
      })
      .finally(() => this.#asked.delete(name));
    this.#asked.set(name, answer);
    return answer;
  }

  /** As a socket asks. */
  readonly lookup: LookupFunction = (name, { all = false, hints }, callback) => {
    callbackify(() => this.find(name, hints))((error, addresses) => {
      const first = addresses?.[0];
      if (error !== null || first === undefined) callback(error, '');
      else if (all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };

  /** A socket that asks here, for the driver to connect. */
  readonly socket = (): Socket => {
    const socket = new NamedSocket(this.lookup);
    return Object.defineProperty(socket, 'connect', {
      value: (to: number | string, host?: string) => socket.dial(to, host),
    });
  };
}

/** Of this process: its connections all go to the same few hosts. */
const names = new Names();

/**
 * What holds for every statement, whatever the database's own configuration says. A process that stops in the middle of
 * a transaction loses it before those who wait for its lock give up.
 */
export const session = (url: string): string => `
set statement_timeout = ${statementMs(url)};
set idle_in_transaction_session_timeout = ${Math.ceil(statementMs(url) / 2)};
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`;

/** What a connection needs; it may take so many ms to come about, unless its address says otherwise. */
export function connecting(url: string, ms: number) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs(url, ms),
    stream: names.socket,
    keepAlive: true,
    // Some gateways forget a connection on which nothing comes for four minutes.
    keepAliveInitialDelayMillis: 60_000,
    application_name: 'understudy',
  } satisfies PoolConfig;
}
