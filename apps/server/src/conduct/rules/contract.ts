/** The rule on requests that are off the contract of the API: what was found while they were served becomes verdicts. */
import { contractCodes, type Severity } from '@understudy/contract/sandboxes';
import { type ContractIssue, requestPointer } from '../../kit/problem-error.js';
import { type Attempt, grouped, type Pausing, attemptText, sinceEnd } from '../attempt.js';
import type { Rule } from '../rule.js';

/** Whether a name is one that makes a URL its own, or tells where a visitor comes from. */
const isMeantForNobody = (name: string): boolean => name === '_' || name.startsWith('utm_');

/** Parameters of a query that its operation does not know, as issues. */
function unknownIn({ operation, query, unknown }: Attempt): ContractIssue[] {
  return unknown.flatMap(({ name, nearest, in: where }): ContractIssue[] => {
    if (where !== 'query' || isMeantForNobody(name)) return [];
    // Whoever speaks OAuth may send what only some servers read (RFC 6749 §3.1): a slip is near to what is not there.
    const isSlip = nearest !== null && !new URLSearchParams(query).has(nearest);
    if (!isSlip && operation?.startsWith('oauth.') === true) return [];
    const meant = nearest === null ? '' : `; did it mean ${nearest}?`;
    return [{ code: 'unknown_parameter', pointer: requestPointer('query', name), detail: `is not known${meant}` }];
  });
}

/** Longest time in which a client that was challenged comes back with a credential, in ms. */
const CHALLENGE_MS = 60_000;

/** Requests of a client that has the credential that it lacked at first: to be asked for it is no mistake (RFC 9110 §11.1). */
function* challenged(attempts: readonly Attempt[]): Pausing<ReadonlySet<Attempt>> {
  const all = yield* grouped(attempts, ({ client, method, url }) => `${client} ${method} ${url}`);
  const found = new Set<Attempt>();
  for (const group of all.values()) {
    for (const [index, attempt] of group.entries()) {
      yield;
      const next = group[index + 1];
      if (attempt.status !== 401 || next === undefined || next.evidence.isAuthorized !== true) continue;
      if (sinceEnd(attempt, next) <= CHALLENGE_MS) found.add(attempt);
    }
  }
  return found;
}

/** How grave an issue is: less, where the client may not be to blame. */
function severityOf({ code, blames }: ContractIssue): Severity {
  const { severity } = contractCodes[code];
  return blames !== undefined && severity === 'error' ? 'warning' : severity;
}

function detailOf(attempt: Attempt, { pointer, detail, blames }: ContractIssue): string {
  const why =
    blames === 'document'
      ? ' The document contradicts itself there.'
      : blames === 'unclear'
        ? ' The document does not say how it is written.'
        : '';
  return `${attemptText(attempt)}: ${pointer} ${detail}${detail.endsWith('?') ? '' : '.'}${why}`;
}

/** The client sent a request that the document of the API does not allow. */
export const offContract: Rule = {
  id: 'off_contract',
  *find({ attempts }) {
    const asked = yield* challenged(attempts);
    const found = new Map<string, { readonly issue: ContractIssue; readonly attempts: Attempt[] }>();
    for (const attempt of attempts) {
      yield;
      for (const issue of [...(attempt.evidence.offContract ?? []), ...unknownIn(attempt)]) {
        if (issue.code === 'missing_credential' && asked.has(attempt)) continue;
        const { code, pointer, detail } = issue;
        const key = JSON.stringify([attempt.method, attempt.operation ?? attempt.path, code, pointer, detail]);
        const group = found.get(key) ?? { issue, attempts: [] };
        group.attempts.push(attempt);
        found.set(key, group);
      }
    }
    for (const { issue, attempts: group } of found.values()) {
      yield;
      const [first] = group;
      if (first === undefined) continue;
      const { path, operation } = first;
      const contract = { issue, path, operation: operation ?? issue.operation ?? null };
      yield { attempts: group, detail: detailOf(first, issue), severity: severityOf(issue), contract };
    }
  },
};
