/**
 * Takes what is sent to an inbox of a sandbox. What came is an entry of the journal, and what an inbox answers is a rule
 * of the sandbox, so that there is neither a store nor a language of its own.
 */
import { inboxName, type SignatureState } from '@understudy/contract/sandboxes';
import type { ProblemKinds } from '../call/api.js';
import { FaultApplier } from '../call/apply-faults.js';
import type { Services } from '../call/services.js';
import { inboxPath, isLoopback } from '../kit/sandbox-address.js';
import { badRequest } from '../kit/problem-error.js';
import { secretsAt } from '../webhooks/attempts.js';
import { webhookRegistrations } from '../webhooks/records.js';
import { checkSignature } from '../webhooks/signing.js';
import { type Answer, JSON_TYPE } from './answer.js';
import { readBytes } from './body.js';
import { evaluateFaults } from './evaluate-faults.js';
import type { Exchange } from './exchange.js';
import type { Route, RouteHead } from './router.js';
import { withFaults } from './unrouted.js';

/** Largest body, in bytes. */
const MAX_BYTES = 10_000_000;

const RECEIVED: Answer = { status: 200, type: JSON_TYPE, body: '{"received":true}', caching: 'none' };

/** The secrets that a request to an inbox may be signed with: that of its rule, and those of registrations with its URL. */
function secretsOf({ sandbox: { state, view }, fullPath }: Exchange, path: string, now: number): string[] {
  const own = state.rules.flatMap(({ when, secret }) => (when.path === path && secret !== undefined ? secret : []));
  const registered = view
    .changed(webhookRegistrations)
    .filter(({ url, secret }) => secret !== '' && new URL(url).pathname === fullPath);
  return [...own, ...registered.flatMap((registration) => secretsAt(registration, now))];
}

/** What an inbox is made of. */
interface InboxParts {
  readonly services: Services;
  readonly kinds: ProblemKinds;
}

/** The route of all inboxes. */
export function inboxRoute(head: RouteHead, { services, kinds }: InboxParts): Route {
  const faultApplier = new FaultApplier(services);
  const { access } = services;

  /** Refuses strangers: a request from elsewhere is signed, or has a token that controls the sandbox. */
  async function check(exchange: Exchange, signature: SignatureState): Promise<void> {
    const address = exchange.clientAddress();
    if (signature === 'valid' || (address === '' ? !access.isOpen : isLoopback(address))) return;
    access.checkShared('sending to an inbox from another machine without a signature that verifies');
    const authorization = exchange.request.header('authorization') ?? '';
    await access.checkControlOf({ authorization, isForeign: exchange.isForeign }, exchange.sandbox.name);
  }

  async function receive(exchange: Exchange, box: string): Promise<Answer> {
    const path = inboxPath(box);
    // Escapes and a slash at the end would be another address in the journal.
    if (!inboxName.safeParse(box).success || exchange.path !== path) {
      const detail = 'must be 1 to 50 letters, digits, and _ . - after the first, without escapes';
      throw badRequest([{ parameter: 'box', code: 'invalid_format', detail }]);
    }
    const { sandbox, bodyShare: share, request } = exchange;
    await sandbox.refresh();
    const body = await readBytes(request, { maxBytes: MAX_BYTES, share });
    const now = sandbox.now();
    const signature = checkSignature(request.header, body, { secrets: secretsOf(exchange, path, now), now });
    await check(exchange, signature);
    exchange.request = { ...request, body: null };
    const about = { operation: undefined, hasPath: true, isLearnt: true, maxBody: MAX_BYTES, naming: path };
    const { faultOutcome } = await evaluateFaults(exchange, about);
    const answer = await withFaults(exchange, faultOutcome, { kinds, faultApplier, otherwise: () => RECEIVED });
    return { ...answer, signature };
  }

  return { ...head, answer: (exchange, { box = '' }) => receive(exchange, box) };
}
