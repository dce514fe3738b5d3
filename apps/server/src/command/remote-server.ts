/** A running server that a command asks: which one it is, and how it is asked. */
import { Failure } from './commands.js';
import { plain } from './terminal.js';
import { address, NotAllowed } from '../options/parse.js';
import { OptionError, shown } from '../options/option.js';
import { DEFAULT_SANDBOX } from '../kit/sandbox-address.js';
import { addressOf, type Place } from '../options/tls.js';

const TRUST =
  'NODE_EXTRA_CA_CERTS=FILE has it trust the CA in FILE, which understudy serve --tls self-signed names when it starts';

/** What a failed connection means, by its code. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; understudy serve starts a server',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection is not answered',
  UND_ERR_CONNECT_TIMEOUT: 'the connection is not answered',
  UND_ERR_SOCKET: 'the connection was closed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is not trusted; ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT: `its certificate is not trusted; ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is not trusted; ${TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is not trusted; ${TRUST}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is not trusted; ${TRUST}`,
  CERT_SIGNATURE_FAILURE: `its certificate is not of the CA that is trusted by that name; ${TRUST}`,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for other names than this one',
  ERR_SSL_WRONG_VERSION_NUMBER: 'what listens there does not speak https; try http',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'what listens there does not speak https; try http',
  HPE_INVALID_CONSTANT: 'what listens there does not speak HTTP',
};

function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    // Where a name has several addresses, each has failed.
    if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  }
  return '';
}

/** Longest time to wait for an answer, in ms. */
export const PATIENCE_MS = 30_000;

/** Why a server that was given {@link PATIENCE_MS} could not be asked. */
export function connectReason(error: unknown): string {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  const code = codeOf(error);
  const protocol = code.startsWith('HPE_') ? REASONS['HPE_INVALID_CONSTANT'] : undefined;
  const why = isLate ? `it has not answered within ${PATIENCE_MS / 1000} s` : (REASONS[code] ?? protocol ?? code);
  return why === '' ? 'it cannot be asked' : why;
}

interface Health {
  readonly version: string;
  readonly apiVersion: string;
}

interface Asking {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** What a message names where the body is wrong. */
  readonly about?: string;
}

interface Answered {
  readonly status: number;
  /** What it says; undefined where that is no JSON. */
  readonly body: unknown;
}

/** A member of something that may have it. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The members of something that may have some. */
export const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

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
class Server {
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

async function ask(
  url: string,
  { method = 'GET', body, about = url, token }: Asking & { readonly token?: string | undefined },
): Promise<Answered> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    const response = await fetch(url, {
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
    throw new Failure(`no server answers at ${about}: ${connectReason(error)}`, { cause: error });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface TargetValues extends Place {
  readonly url: string | undefined;
  readonly adminToken: string | undefined;
  readonly sandbox?: string | undefined;
}

/** A server, and a sandbox of it. */
export interface Target {
  readonly server: Server;
  readonly sandbox: string;
  /** The path of the sandbox in the control API. */
  readonly path: string;
}

/** Whether an operand is an address, and no file. */
const isAddress = (operand: string): boolean => /^https?:/i.test(operand);

function readAddress(operand: string): string {
  try {
    return address(operand);
  } catch (error) {
    if (!(error instanceof NotAllowed)) throw error;
    throw new OptionError(`the URL is ${shown(operand)}, but must be ${error.message}`, { cause: error });
  }
}

/**
 * Finds the server.
 *
 * @param operand the address, where it is given without a flag
 * @throws {@link Failure} where no server of ours answers there
 */
export async function targetOf(operand: string | undefined, values: TargetValues): Promise<Target> {
  const url = operand === undefined ? (values.url ?? addressOf(values)) : readAddress(operand);
  const [, base = url, own] = /^(.*)\/sandboxes\/([^/]+)$/.exec(url) ?? [];
  const sandbox = values.sandbox ?? own ?? DEFAULT_SANDBOX;
  return { server: await Server.at(base, values.adminToken), sandbox, path: `/sandboxes/${sandbox}` };
}

/** The operand that is an address, and the others. */
export function splitOperands(operands: readonly string[]): {
  readonly url: string | undefined;
  readonly others: readonly string[];
} {
  return { url: operands.find(isAddress), others: operands.filter((operand) => !isAddress(operand)) };
}
