/** Who may control sandboxes: whoever knows the admin token; without one, anyone on this machine but foreign pages. */
import { createHash, timingSafeEqual } from '#platform/hash';
import type { OperationMeta } from '@understudy/contract/kit';
import { isLoopback } from '../kit/loopback.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Call } from './call.js';

/** How the control API is protected. */
export interface AccessSettings {
  readonly adminToken: string | undefined;
  /** Address the server is bound to. */
  readonly host: string;
  /** Whether it sends webhooks, or only simulates that. */
  readonly webhookDelivery: 'off' | 'on';
}

const BEARER = /^Bearer +(?<token>\S+) *$/i;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Decides about calls that not everyone may make. */
export class Access {
  readonly #token: Uint8Array | undefined;
  readonly #isPublic: boolean;
  readonly #isSending: boolean;

  constructor({ adminToken, host, webhookDelivery }: AccessSettings) {
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
   * Refuses foreign pages what they might do to this machine: to use the control API, and to have requests sent to where
   * they could not send them. Of the control API, refuses a call without the admin token, where there is one
   * (RFC 6750 §3).
   */
  check(
    { authorization, isForeign }: Pick<Call, 'authorization' | 'isForeign'>,
    meta: Pick<OperationMeta, 'credential' | 'sends'>,
  ): void {
    const isControl = meta.credential === 'admin';
    const isClosed = isControl || (meta.sends && this.#isSending);
    if (isClosed && isForeign()) {
      const what = isControl ? 'use the control API' : 'register a webhook while deliveries are on';
      throw new ProblemError('forbidden', {
        detail: `a page of another origin may not ${what}; start the server with --cors-allow and the origin, or send its admin token`,
      });
    }
    if (!isControl || this.#token === undefined || this.knows(authorization)) return;
    const error = BEARER.test(authorization) ? ', error="invalid_token"' : '';
    throw new ProblemError('unauthorized', {
      detail: "this server's control API needs its admin token: Authorization: Bearer <token>",
      headers: { 'www-authenticate': `Bearer realm="understudy-admin"${error}` },
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
