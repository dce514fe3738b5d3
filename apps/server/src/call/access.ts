/** Who may control sandboxes: whoever knows the admin token; without one, anyone on this machine. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { ProblemError } from '../kit/problem-error.js';

/** How the control API is protected. */
export interface AccessSettings {
  readonly adminToken: string | undefined;
  /** Address the server is bound to. */
  readonly host: string;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether an address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Decides about calls of the control API. */
export class Access {
  readonly #token: Buffer | undefined;
  readonly #isPublic: boolean;

  constructor({ adminToken, host }: AccessSettings) {
    this.#token = adminToken === undefined ? undefined : digest(adminToken);
    this.#isPublic = !isLoopback(host);
  }

  /** Refuses a call without the admin token, where there is one (RFC 6750 §3). */
  checkToken(authorization: string): void {
    if (this.#token === undefined) return;
    const [, given] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    if (given !== undefined && timingSafeEqual(digest(given), this.#token)) return;
    const error = given === undefined ? '' : ', error="invalid_token"';
    throw new ProblemError('unauthorized', {
      detail: "this server's control API needs its admin token: Authorization: Bearer <token>",
      headers: { 'www-authenticate': `Bearer realm="understudy-admin"${error}` },
    });
  }

  /** Refuses what concerns everyone, where everyone can reach the server and no token protects it. */
  checkShared(what: string): void {
    if (this.#token !== undefined || !this.#isPublic) return;
    throw new ProblemError('forbidden', {
      detail: `${what} is refused on a public address without an admin token; start the server with --admin-token`,
    });
  }
}
