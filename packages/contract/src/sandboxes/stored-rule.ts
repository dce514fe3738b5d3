/** A rule as stores and snapshots keep it: read, so that nothing has to be asked of its text again. */
import { z } from 'zod';
import { plainFault } from './fault.js';
import {
  eitherOr,
  faultRule,
  MAX_RULE_FAULTS,
  MAX_RULES,
  MAX_SEARCHES,
  searchesOf,
  tooManySearches,
} from './fault-rule.js';
import { strict } from './strict.js';

const { when, answer, ...counting } = faultRule.shape;

/** A rule as stores and snapshots keep it. */
export const storedRule = strict({
  serial: z
    .string()
    .regex(/^[a-z0-9]{1,32}$/, 'must be 1 to 32 of a-z and 0-9')
    .meta({
      description:
        'Tells the rule from every other that the sandbox has had since its last reset: it is counted under it.',
      examples: ['1'],
    }),
  id: counting.id.unwrap(),
  enabled: counting.enabled,
  when,
  after: counting.after,
  times: counting.times,
  every: counting.every,
  per: counting.per,
  probability: counting.probability,
  from: counting.from,
  until: counting.until,
  fault: z
    .array(plainFault)
    .min(1)
    .max(MAX_RULE_FAULTS)
    .nullable()
    .meta({ description: 'The faults of matching requests, with all parameters.' }),
  answer,
  secret: z
    .string()
    .optional()
    .meta({ description: 'Of the rule of an inbox: the secret of its sender.', examples: ['whsec_c2VjcmV0'] }),
})
  .check(eitherOr)
  .meta({ id: 'KeptFaultRule', description: 'A rule that has been read, with the serial that it is counted under.' });

/** A rule that has been read, with the serial that it is counted under. */
export type StoredRule = z.output<typeof storedRule>;

/** The rules of a sandbox as stores and snapshots keep them, in the order in which they are tried. */
export const storedRules = z
  .array(storedRule)
  .max(MAX_RULES)
  .check(({ value, issues }) => {
    const searches = searchesOf(value);
    if (searches > MAX_SEARCHES) {
      issues.push({ code: 'custom', message: tooManySearches(searches), input: value, continue: true });
    }
    for (const member of ['id', 'serial'] as const) {
      const names = value.map((rule) => rule[member]);
      const index = names.findIndex((name, i) => names.indexOf(name) !== i);
      if (index < 0) continue;
      const message = `must be the ${member} of one rule only`;
      issues.push({ code: 'custom', message, input: names[index], path: [index, member], continue: true });
    }
  })
  .meta({ description: 'Fault rules, in the order in which they are tried.', examples: [[]] });
