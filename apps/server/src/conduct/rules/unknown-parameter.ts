/** Finds query names that nothing reads. */
import { type Attempt, said } from '../attempt.js';
import type { Rule } from '../rule.js';

/** The client sent a query name that nothing reads. */
export const unknownParameter: Rule = {
  id: 'unknown_parameter',
  *find({ attempts }) {
    const found = new Map<string, { readonly detail: string; readonly attempts: Attempt[] }>();
    for (const attempt of attempts) {
      yield;
      for (const { name, nearest, in: where } of attempt.unknown) {
        if (where !== 'query') continue;
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
