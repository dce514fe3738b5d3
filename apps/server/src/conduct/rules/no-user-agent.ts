/** Finds clients that do not say what they are (RFC 9110 §10.1.5). */
import { grouped } from '../groups.js';
import type { Rule } from '../rule.js';

/** The client sent no User-Agent. */
export const noUserAgent: Rule = {
  id: 'no_user_agent',
  *find({ attempts }) {
    // In process nobody needs to say it, and a proxy may have dropped it.
    const groups = yield* grouped(attempts, ({ address, signs }) =>
      address === null || signs.agent !== undefined || signs.isProxied === true ? undefined : address,
    );
    for (const [address, group] of groups) {
      yield { attempts: group, detail: `${group.length} requests from ${address} had no User-Agent.` };
    }
  },
};
