/** Calls of the authentication domain, in a sandbox. */
import type { BatchOperation, BatchResult, Session, User } from '@understudy/contract';
import { type JsonAnswer, send } from '../sandboxes/client.js';
import type { TestServer } from '../support.js';

/** What registering answers. */
export type Registration = Omit<User, 'updated_at'>;

/** The password of every seeded user. */
export const SEEDED = 'Passw0rd!';

/** A user to register. */
export const ADA = { email: 'Ada@example.com', password: 'correct horse battery', name: 'Ada Lovelace' };

/** The items that an answer holds. */
export function itemsOf<Item>({ status, json }: JsonAnswer): Item[] {
  if (status !== 200) throw new Error(`no items: ${status} ${JSON.stringify(json)}`);
  return (json as { data: Item[] }).data;
}

/** The one item that an answer holds. */
export function itemOf<Item>(answer: JsonAnswer): Item {
  const [item] = itemsOf<Item>(answer);
  if (item === undefined) throw new Error('the answer holds nothing');
  return item;
}

/** Status and problem kind of an answer. */
export function kindOf({ status, json }: JsonAnswer): string {
  return typeof json['kind'] === 'string' ? `${status} ${json['kind']}` : String(status);
}

/** The authentication domain of a sandbox. */
export class Accounts {
  readonly #server: TestServer;
  readonly base: string;

  constructor(server: TestServer, base = '') {
    this.#server = server;
    this.base = base;
  }

  async #send(method: string, path: string, body?: unknown, token?: string): Promise<JsonAnswer> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return send(this.#server, method, `${this.base}/api/auth/${path}`, body, headers);
  }

  register = (user: object = ADA): Promise<JsonAnswer> => this.#send('POST', 'register', user);
  login = (email: string, password: string): Promise<JsonAnswer> => this.#send('POST', 'login', { email, password });
  refresh = (token: string): Promise<JsonAnswer> => this.#send('POST', 'refresh', { refresh_token: token });
  logout = (access?: string, refresh?: string): Promise<JsonAnswer> =>
    this.#send('POST', 'logout', refresh === undefined ? undefined : { refresh_token: refresh }, access);
  profile = (token?: string): Promise<JsonAnswer> => this.#send('GET', 'profile', undefined, token);
  list = (query = ''): Promise<JsonAnswer> => this.#send('GET', `users${query}`);
  get = (id: string): Promise<JsonAnswer> => this.#send('GET', `users/${id}`);
  change = (id: string, change: object): Promise<JsonAnswer> => this.#send('PATCH', `users/${id}`, change);
  batch = (operations: readonly unknown[]): Promise<JsonAnswer> => this.#send('POST', 'batch', { operations });

  /** Registers a user. */
  async newUser(user: object = ADA): Promise<Registration> {
    return itemOf(await this.register(user));
  }

  /** Logs a user in. */
  async session(email = ADA.email, password = ADA.password): Promise<Session> {
    return itemOf(await this.login(email, password));
  }

  /** Runs a batch. */
  async run(operations: readonly (BatchOperation | object)[]): Promise<BatchResult[]> {
    return itemsOf(await this.batch(operations));
  }

  /** A user. */
  async user(id: string): Promise<User> {
    return ((await this.get(id)).json as { data: User }).data;
  }

  /** The first seeded user of a status. */
  async seeded(status: User['status']): Promise<User> {
    return itemOf(await this.list(`?status=${status}&per_page=1`));
  }

  /** Does something to the sandbox itself. */
  async control(method: string, action: string, body?: unknown): Promise<JsonAnswer> {
    const name = this.base.replace('/sandboxes/', '') || 'default';
    return send(this.#server, method, `/sandboxes/${name}${action}`, body);
  }
}
