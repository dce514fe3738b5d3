/** A running server that a command asks. */
import { Failure } from '../failure.js';
import { connectFailure } from './connect-failure.js';
import { plain } from './plain.js';

/** Longest time to wait for an answer, in ms. */
const PATIENCE_MS = 30_000;

/** What a server says of itself. */
export interface Health {
  readonly version: string;
  readonly apiVersion: string;
}

/** How a server is asked. */
export interface Asking {
  readonly method?: 'GET' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** What a message names where the body is wrong. */
  readonly about?: string;
}

/** An answer. */
interface Answered {
  readonly status: number;
  /** What it says; undefined where that is no JSON. */
  readonly body: unknown;
}

/** A member of something that may have it. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** What a problem says, with a line for each fault. */
function problemLines({ status, body }: Answered): readonly string[] {
  const errors = memberOf(body, 'errors');
  const faults = (Array.isArray(errors) ? errors : []).map((fault: unknown) =>
    plain(
      `${String(memberOf(fault, 'pointer') ?? memberOf(fault, 'parameter') ?? '')} ${String(memberOf(fault, 'detail'))}`.trim(),
    ),
  );
  if (faults.length > 0) return faults;
  const detail = memberOf(body, 'detail') ?? memberOf(body, 'title');
  return [typeof detail === 'string' ? plain(detail) : `it answers with ${status}`];
}

/** A server that answers. */
export class Server {
  readonly url: string;
  readonly #token: string | undefined;
  readonly health: Health;

  constructor(url: string, token: string | undefined, health: Health) {
    this.url = url;
    this.#token = token;
    this.health = health;
  }

  /**
   * Finds the server of an address. It is given no token before it has said what it is.
   *
   * @throws {@link Failure} where nothing answers there, or another server does
   */
  static async at(url: string, token: string | undefined): Promise<Server> {
    const { status, body } = await ask(`${url}/healthz`, { about: url });
    // What speaks TLS there says so by a text, as ours and nginx do.
    if (status === 400 && body === undefined && url.startsWith('http:')) {
      throw new Failure(`what answers at ${url} refuses http; begin the URL with https://`);
    }
    if (memberOf(body, 'server') !== 'understudy') {
      throw new Failure(`what answers at ${url} is not an Understudy server, or not its base URL`);
    }
    const [version, apiVersion] = [memberOf(body, 'version'), memberOf(body, 'api_version')].map(plain);
    return new Server(url, token, { version: version ?? '', apiVersion: apiVersion ?? '' });
  }

  /** What it answers, whichever status that has. */
  try(path: string, asking: Asking = {}): Promise<Answered> {
    return ask(this.url + path, { ...asking, about: this.url, token: this.#token });
  }

  /**
   * What it answers.
   *
   * @throws {@link Failure} where that is a problem
   */
  async ask(path: string, asking: Asking = {}): Promise<unknown> {
    const answered = await this.try(path, asking);
    if (answered.status >= 200 && answered.status < 300 && answered.body !== undefined) return answered.body;
    throw this.#failure(answered, asking);
  }

  #failure(answered: Answered, { about }: Asking): Failure {
    const { status } = answered;
    if (status === 401) {
      const what = this.#token === undefined ? 'asks for its admin token' : 'refuses this admin token';
      return new Failure(`the server at ${this.url} ${what}; give it by --admin-token or UNDERSTUDY_ADMIN_TOKEN`);
    }
    const lines = problemLines(answered);
    return new Failure(lines.map((line) => `${about ?? `the server at ${this.url} refuses`}: ${line}`).join('\n'));
  }
}

/** Asks one address. */
async function ask(
  address: string,
  { method = 'GET', body, about = address, token }: Asking & { readonly token?: string | undefined },
): Promise<Answered> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    const response = await fetch(address, {
      method,
      headers,
      // A token is for this server alone.
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  } catch (error) {
    throw connectFailure(about, error, PATIENCE_MS);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
