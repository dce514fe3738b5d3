/** Who may control sandboxes: whoever knows the admin token, or one that reaches them; without an admin token, anyone on this machine but foreign pages. */
import type { ControlToken, MadeControlToken } from '@understudy/contract/sandboxes';
import { createHash, randomText, sha256, timingSafeEqual } from '#platform/runtime';
import { instantText } from '../kit/clock.js';
import type { StoredToken, Store } from '../store/stores/store.js';
import type { OperationMeta } from '@understudy/contract/kit';
import { isLoopback } from '../kit/sandbox-address.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Call } from './call.js';

/** What such tokens begin with, so that none is taken for the admin token, and tools find them where they do not belong. */
const CONTROL_TOKEN_PREFIX = 'utk_';

const DAY_MS = 86_400_000;

/** Says which sandboxes a caller of the control API reaches. */
export type Reach = (sandbox: string) => boolean;

const hashOf = (token: string): string => sha256(token, 'hex');

const shown = ({ id, sandboxes, createdAt, expiresAt }: StoredToken): ControlToken => ({
  id,
  sandboxes,
  created_at: instantText(createdAt),
  expires_at: instantText(expiresAt),
});

/** Whether a name is one of those that a text with `*` stands for; in linear time, whatever the text. */
export function matchesName(pattern: string, name: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return name === pattern;
  let from = first.length;
  for (const part of others) {
    const found = name.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}

/** Makes, finds and revokes them; time is that of the machine. */
export class ControlTokens {
  /** How many are kept at once. */
  readonly most = 10_000;
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, machineNow: () => number) {
    this.#store = store;
    this.#now = machineNow;
  }

  /** Makes one; undefined where there are too many. */
  async make(sandboxes: string, days: number): Promise<MadeControlToken | undefined> {
    const token = `${CONTROL_TOKEN_PREFIX}${randomText(24)}`;
    const createdAt = this.#now();
    const stored = {
      id: `ctk_${hashOf(randomText(16)).slice(0, 12)}`,
      hash: hashOf(token),
      sandboxes,
      createdAt,
      expiresAt: createdAt + days * DAY_MS,
    };
    const added = await this.#store.tokens.add(stored, this.most);
    return added === 'full' ? undefined : { ...shown(stored), token };
  }

  /** Those that are valid, oldest first. */
  async list(): Promise<readonly ControlToken[]> {
    return (await this.#store.tokens.all(this.#now())).map(shown);
  }

  revoke(id: string): Promise<void> {
    return this.#store.tokens.remove(id);
  }

  /** The sandboxes that one reaches; undefined where it is not valid. */
  async reachOf(token: string): Promise<Reach | undefined> {
    const found = await this.#store.tokens.find(hashOf(token), this.#now());
    return found && ((name) => matchesName(found.sandboxes, name));
  }
}

/** How the control API is protected. */
export interface AccessSettings {
  readonly adminToken: string | undefined;
  /** Address the server is bound to. */
  readonly host: string;
  /** Whether it sends webhooks, or only simulates that. */
  readonly webhookDelivery: 'off' | 'on';
}

const BEARER = /^Bearer +(?<token>\S+) *$/i;

/** What a page of another origin is answered. */
function foreign(what: string): ProblemError {
  return new ProblemError('forbidden', {
    detail: `a page of another origin may not ${what}; start the server with --cors-allow and the origin, or send its admin token`,
  });
}

/** The reach of whoever may control all sandboxes. */
const everything: Reach = () => true;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** The token in an Authorization header, where it looks like one that controls some sandboxes. */
function narrowIn(authorization: string): string | undefined {
  const given = BEARER.exec(authorization)?.groups?.['token'];
  return given?.startsWith(CONTROL_TOKEN_PREFIX) === true ? given : undefined;
}

function refused(authorization: string): ProblemError {
  const error = BEARER.test(authorization) ? ', error="invalid_token"' : '';
  return new ProblemError('unauthorized', {
    detail:
      "this server's control API needs its admin token, or one that was made with it: Authorization: Bearer <token>",
    headers: { 'www-authenticate': `Bearer realm="understudy-admin"${error}` },
  });
}

/** Decides about calls that not everyone may make. */
export class Access {
  readonly #token: Uint8Array | undefined;
  readonly #tokens: ControlTokens;
  readonly #isPublic: boolean;
  readonly #isSending: boolean;

  constructor({ adminToken, host, webhookDelivery }: AccessSettings, tokens: ControlTokens) {
    this.#tokens = tokens;
    this.#isSending = webhookDelivery === 'on';
    this.#token = adminToken === undefined ? undefined : digest(adminToken);
    this.#isPublic = !isLoopback(host);
  }

  /** Whether there is an admin token. */
  get hasToken(): boolean {
    return this.#token !== undefined;
  }

  /** Whether an Authorization header holds the admin token. */
  knows(authorization: string): boolean {
    const given = BEARER.exec(authorization)?.groups?.['token'];
    return this.#token !== undefined && given !== undefined && timingSafeEqual(digest(given), this.#token);
  }

  /**
   * Refuses foreign pages to have requests sent to where they could not send them: whatever operation takes the address.
   *
   * @param input what was read of the call
   */
  checkSends({ isForeign }: Pick<Call, 'isForeign'>, { sends }: OperationMeta, input: unknown): void {
    if (!this.#isSending || sends.length === 0 || typeof input !== 'object' || input === null) return;
    const given = new Map<string, unknown>(Object.entries(input));
    const named = sends.find((name) => given.get(name) !== undefined && given.get(name) !== null);
    if (named !== undefined && isForeign())
      throw foreign(`register a webhook or another address to send to (${named}) while deliveries are on`);
  }

  /**
   * Refuses foreign pages to use the control API, and a call of it without the admin token or one of the narrower ones,
   * where there is an admin token (RFC 6750 §3); to ask for those takes a while.
   */
  checkControl({ authorization, isForeign }: Pick<Call, 'authorization' | 'isForeign'>): Promise<void> | undefined {
    if (isForeign()) throw foreign('use the control API');
    if (this.knows(authorization)) return undefined;
    if (narrowIn(authorization) !== undefined) return this.reachOf(authorization).then(() => undefined);
    if (this.#token === undefined) return undefined;
    throw refused(authorization);
  }

  /** Refuses what is about all that the server does: to foreign pages, and to whoever lacks the admin token where there is one. */
  checkOperator({ authorization, isForeign }: Pick<Call, 'authorization' | 'isForeign'>): void {
    if (isForeign()) {
      throw new ProblemError('forbidden', {
        detail: 'a page of another origin may not read the metrics of this server',
      });
    }
    if (this.#token !== undefined && !this.knows(authorization)) throw refused(authorization);
  }

  /** The sandboxes that a caller of the control API reaches, or throws that its token is not valid. */
  async reachOf(authorization: string): Promise<Reach> {
    const narrow = narrowIn(authorization);
    if (narrow === undefined || this.knows(authorization)) return everything;
    const reach = await this.#tokens.reachOf(narrow);
    if (reach === undefined) throw refused(authorization);
    return reach;
  }

  /** Refuses a sandbox that a caller does not reach. */
  checkReach(reach: Reach, sandbox: string): void {
    if (reach(sandbox)) return;
    throw new ProblemError('forbidden', {
      detail: `this token does not control the sandbox ${JSON.stringify(sandbox)}; ask whoever runs the server for one that does`,
      headers: { 'www-authenticate': 'Bearer realm="understudy-admin", error="insufficient_scope"' },
    });
  }

  /** Refuses a caller who may not control a sandbox. */
  async checkControlOf(call: Pick<Call, 'authorization' | 'isForeign'>, sandbox: string): Promise<void> {
    await this.checkControl(call);
    this.checkReach(await this.reachOf(call.authorization), sandbox);
  }

  /** Refuses what concerns all sandboxes to a caller who reaches some of them. */
  checkWhole(reach: Reach): void {
    if (reach === everything) return;
    throw new ProblemError('forbidden', {
      detail: 'this needs the admin token of the server: the token that came controls some sandboxes only',
      headers: { 'www-authenticate': 'Bearer realm="understudy-admin", error="insufficient_scope"' },
    });
  }

  /** Whether everyone can reach the server, and no token protects it. */
  get isOpen(): boolean {
    return this.#token === undefined && this.#isPublic;
  }

  /** Refuses what concerns everyone, where everyone can reach the server and no token protects it. */
  checkShared(what: string): void {
    if (!this.isOpen) return;
    throw new ProblemError('forbidden', {
      detail: `${what} is refused on a public address without an admin token; start the server with --admin-token`,
    });
  }
}
