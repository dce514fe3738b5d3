/** A rule of a sandbox: which requests meet a fault, and how often. */
import { z } from 'zod';
import { choice, settableInstant } from '../kit/field.js';
import { fault } from './fault.js';

/** Longest pattern or text of a rule, in characters. */
const MAX_TEXT = 2000;

/** Most rules of a sandbox. */
export const MAX_RULES = 200;

/** Largest body of a fixed response, in bytes of JSON. */
export const MAX_ANSWER_BYTES = 100_000;

const pattern = (description: string) =>
  z
    .union([z.string().min(1).max(MAX_TEXT), z.array(z.string().min(1).max(MAX_TEXT)).min(1).max(50)])
    .optional()
    .meta({ description });

const patterns = (description: string) =>
  z.record(z.string().min(1).max(200), z.string().max(MAX_TEXT)).optional().meta({ description });

/** Which requests a rule is about. */
export const faultMatch = z
  .strictObject({
    operation: pattern(
      'Operation or operations such as `education.listCourses`; `*` stands for any text between dots, `**` for any text.',
    ),
    method: pattern('HTTP method or methods, in any case. OPTIONS is matched only where it is named.'),
    path: pattern('Path or paths below the base URL; `*` stands for any text between slashes, `**` for any text.'),
    query: patterns('Query parameters and their values, in which `*` and `**` stand for any text.'),
    header: patterns('Headers and their values, in which `*` and `**` stand for any text, in any case.'),
  })
  .meta({
    id: 'FaultMatch',
    description: 'Which requests a rule is about: all members must match, and all may be left out.',
  });

/** Which requests a rule is about. */
export type FaultMatch = z.infer<typeof faultMatch>;

/** A fixed response, in the place of a fault. */
export const fixedAnswer = z
  .strictObject({
    status: z.int().min(200).max(599).default(200).meta({ description: 'Its status.' }),
    headers: z
      .record(z.string().max(100), z.string().max(MAX_TEXT))
      .default({})
      .meta({ description: 'Its headers; without a Content-Type it is JSON, or plain text where the body is a text.' }),
    body: z
      .unknown()
      .optional()
      .meta({ description: 'Its body: a text is sent as it is, anything else as JSON; none where left out.' }),
  })
  .meta({ id: 'FixedAnswer', description: 'A fixed response, in the place of a fault.' });

/** A fixed response. */
export type FixedAnswer = z.output<typeof fixedAnswer>;

/** What a rule counts by itself. */
export const countedPer = ['sandbox', 'operation', 'url', 'token', 'client'] as const;

/** What a rule counts by itself. */
export type CountedPer = (typeof countedPer)[number];

const ruleId = z
  .string()
  .regex(/^[A-Za-z0-9][\w.:-]{0,63}$/, 'must be 1 to 64 letters, digits, and _ . : - after the first')
  .meta({ description: 'Id of the rule; `rule_1`, `rule_2` and so on where left out.', examples: ['first-try-fails'] });

const count = (description: string) => z.int().min(0).max(1_000_000_000).meta({ description });

/** A rule as a client sets it. */
export const faultRule = z
  .strictObject({
    id: ruleId.optional(),
    enabled: z.boolean().default(true).meta({ description: 'Whether it is in force.' }),
    when: faultMatch.default({}),
    after: count('Matching requests that are passed over at first.').default(0),
    times: count('How often it strikes at most; null: without end.').nullable().default(null),
    every: z.int().min(1).max(1_000_000_000).default(1).meta({ description: 'It strikes each nth matching request.' }),
    per: choice(
      countedPer,
      'What is counted by itself: the sandbox, each operation, each URL (method, path, query and body, without the controls), each token, or each client (address and User-Agent).',
    ).default('sandbox'),
    probability: z
      .number()
      .min(0)
      .max(1)
      .default(1)
      .meta({ description: 'How likely it strikes, drawn from the seed of the sandbox: the same each time.' }),
    from: settableInstant
      .nullable()
      .default(null)
      .meta({ description: 'Instant from which it is in force, by the clock of the sandbox.' }),
    until: settableInstant
      .nullable()
      .default(null)
      .meta({ description: 'Instant at which it ends, by the clock of the sandbox.' }),
    fault: z
      .union([z.string().min(1).max(MAX_TEXT), fault, z.array(fault).min(1).max(20)])
      .nullable()
      .default(null)
      .meta({
        description:
          'What matching requests meet: a Structured Field list such as `rate_limit;retry_after=30` (RFC 9651), or the same as JSON.',
        examples: ['server_error'],
      }),
    answer: fixedAnswer.nullable().default(null),
    // What an answer of the API says beyond what can be set, so that it can be sent back as it is.
    order: z.int().optional(),
    matched: z.int().optional(),
    struck: z.int().optional(),
  })
  .meta({
    title: 'FaultRuleSettings',
    description: 'A rule: which requests meet a fault, and how often. It has either `fault` or `answer`.',
    examples: [{ when: { path: '/api/education/courses' }, times: 1, fault: 'server_error' }],
  });

/** A rule as a client sets it. */
export type FaultRuleSettings = z.input<typeof faultRule>;

/** A rule whose members have been read; of its fault it is not yet known whether the text can be read. */
export type FaultRule = z.output<typeof faultRule>;
