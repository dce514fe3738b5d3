/** Finds query names that nothing reads. */
import { type Attempt, said } from '../attempt.js';
import type { Rule } from '../rule.js';

/** Whether a name is one that makes a URL its own, or tells where a visitor comes from. */
const isMeantForNobody = (name: string): boolean => name === '_' || name.startsWith('utm_');

/** The client sent an unknown query parameter. */
export const unknownParameter: Rule = {
  id: 'unknown_parameter',
  *find({ attempts }) {
    const found = new Map<string, { readonly detail: string; readonly attempts: Attempt[] }>();
    for (const attempt of attempts) {
      yield;
      for (const { name, nearest, in: where } of attempt.unknown) {
        if (where !== 'query' || isMeantForNobody(name)) continue;
        // Whoever speaks OAuth may send what only some servers read (RFC 6749 §3.1): a slip is near to what they do.
        if (nearest === null && attempt.operation?.startsWith('oauth.') === true) continue;
        const key = `${said(attempt)} ${name}`;
        const meant = nearest === null ? '' : ` Did it mean ${nearest}?`;
        const group = found.get(key) ?? { detail: `${said(attempt)} does not read ${name}.${meant}`, attempts: [] };
        group.attempts.push(attempt);
        found.set(key, group);
      }
    }
    yield* found.values();
  },
};
