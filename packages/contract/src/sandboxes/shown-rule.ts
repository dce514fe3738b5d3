/** A rule as the control API shows it, and what a client sends to set and to change rules. */
import { z } from 'zod';
import { eitherOr, exampleRule, faultRules, ruleMembers } from './fault-rule.js';
import { fixedAnswer } from './fixed-answer.js';
import { storedRule } from './stored-rule.js';
import { sandboxName } from './sandbox-name.js';
import { strict } from './strict.js';

const { id, enabled, when, after, times, every, per, probability, from, until } = storedRule.shape;

/** A rule as the control API shows it: with all its members, so that it can be sent back as it is. */
export const shownRule = z
  .object({
    id,
    order: z
      .int()
      .meta({ description: 'Its position among the rules, which are tried in order; the first is 1.', examples: [1] }),
    enabled,
    when,
    after,
    times,
    every,
    per,
    probability,
    from,
    until,
    fault: z
      .string()
      .nullable()
      .meta({
        description: 'The faults of matching requests, as a Structured Field list (RFC 9651); null with an answer.',
        examples: ['server_error'],
      }),
    answer: fixedAnswer.nullable(),
    matched: z.int().meta({ description: 'Number of requests that it matched.', examples: [0] }),
    struck: z.int().meta({ description: 'How often it was applied.', examples: [0] }),
  })
  .meta({ id: 'FaultRule', description: 'A rule: which requests get a fault, how often, and how often they got it.' });

/** A rule as the control API shows it. */
export type ShownRule = z.output<typeof shownRule>;

/** Input of `PUT /sandboxes/{name}/faults`. */
export const newRules = strict({ name: sandboxName, rules: faultRules }, ['name']).meta({
  title: 'FaultRulesToSet',
  description: 'The rules to set.',
  examples: [{ rules: [exampleRule] }],
});

const order = (description: string) =>
  z
    .int()
    .min(1)
    .optional()
    .meta({ description, examples: [1] });

/** Input of `POST /sandboxes/{name}/faults`. */
export const newRule = strict(
  {
    name: sandboxName,
    ...ruleMembers,
    order: order('Position among the rules; by default the last.'),
  },
  ['name', 'matched', 'struck'],
)
  .check(eitherOr)
  .meta({
    title: 'FaultRuleToAdd',
    description: 'A rule: which requests get a fault, and how often. It has either `fault` or `answer`.',
    examples: [exampleRule],
  });

/** Input of `PATCH /sandboxes/{name}/faults/{id}`. */
export const ruleChange = strict(
  {
    name: sandboxName,
    id,
    enabled: z
      .boolean()
      .optional()
      .meta({ description: 'Whether it is in force.', examples: [false] }),
    order: order('Position to move to; one further than the last is the last.'),
  },
  ['name', 'id'],
).meta({ title: 'FaultRuleChange', description: 'What to change.', examples: [{ enabled: false }] });
