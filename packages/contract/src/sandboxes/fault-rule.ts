/** A rule of a sandbox: which requests meet a fault, and how often. */
import { z } from 'zod';
import { choice, settableInstant } from '../kit/field.js';
import { fault } from './fault.js';
import { type FixedAnswer, fixedAnswer } from './fixed-answer.js';
import { strict } from './strict.js';

/** Longest pattern or text of a rule, in characters. */
export const MAX_RULE_TEXT = 2000;

/** Most faults of one rule. */
export const MAX_RULE_FAULTS = 20;

/** Most rules of a sandbox. */
export const MAX_RULES = 200;

/** Most operations, methods, paths, parameters or headers that a rule looks for. */
const MAX_NAMES = 50;

const text = z.string().min(1).max(MAX_RULE_TEXT);

const pattern = (description: string) =>
  z
    .union([text, z.array(text).min(1).max(MAX_NAMES)], {
      error: `must be a text, or a list of 1 to ${MAX_NAMES} texts`,
    })
    .optional()
    .meta({ description });

const patterns = (description: string) =>
  z
    .record(z.string().min(1).max(200), z.string().max(MAX_RULE_TEXT))
    .check(({ value, issues }) => {
      if (Object.keys(value).length <= MAX_NAMES) return;
      issues.push({ code: 'custom', message: `must have at most ${MAX_NAMES} members`, input: value, continue: true });
    })
    .optional()
    .meta({ description });

/** Which requests a rule is about. */
export const faultMatch = strict({
  operation: pattern(
    'Operation or operations by their names, `domain.operation`; `*` stands for any text between dots, `**` for any text.',
  ),
  method: pattern('HTTP method or methods, in any case. OPTIONS is matched only if it is named.'),
  path: pattern('Path or paths below the base URL; `*` stands for any text between slashes, `**` for any text.'),
  query: patterns('Query parameters and their values, in which `*` and `**` stand for any text.'),
  header: patterns('Headers and their values, in which `*` and `**` stand for any text, in any case.'),
}).meta({
  id: 'FaultMatch',
  description: 'Which requests a rule is about: all members must match, and all may be left out.',
});

/** Which requests a rule is about. */
export type FaultMatch = z.infer<typeof faultMatch>;

/** Most searches of all rules of a sandbox together: each may have to look at every character of a request. */
export const MAX_SEARCHES = 150;

/** How many characters of a pattern are one search. */
const SEARCH = 32;

/** The searches that a pattern takes: none where it has one wildcard, since its ends say all. */
function searchesIn(one: string): number {
  return one.split(/\*+/).length > 2 ? Math.ceil(one.length / SEARCH) : 0;
}

/** The searches that the patterns of some rules take. */
export function searchesOf(rules: readonly { readonly when: FaultMatch }[]): number {
  const all = rules.flatMap(({ when: { operation = [], path = [], query = {}, header = {} } }) => {
    return [operation, path, ...Object.values(query), ...Object.values(header)].flat();
  });
  return all.reduce((sum, one) => sum + searchesIn(one), 0);
}

/** What is wrong with rules that take too many searches, to be said behind "must". */
export const tooManySearches = (searches: number): string =>
  `must have at most ${MAX_SEARCHES} patterns with more than one wildcard in all rules together, but has ${searches}; a long one counts once for every ${SEARCH} characters`;

/** What a rule counts by itself. */
export const countedPer = ['sandbox', 'operation', 'url', 'token', 'client'] as const;

/** What a rule counts by itself. */
export type CountedPer = (typeof countedPer)[number];

const ruleId = z
  .string()
  .regex(/^[A-Za-z0-9][\w.:-]{0,63}$/, 'must be 1 to 64 letters, digits, and _ . : - after the first')
  .meta({ description: 'Id of the rule; by default `rule_1`, `rule_2` and so on.', examples: ['first-try-fails'] });

const count = z.int().min(0).max(1_000_000_000);

const instant = (description: string) => settableInstant.nullable().default(null).meta({ description });

const ignored = z
  .int()
  .optional()
  .meta({ description: 'Ignored, so that a rule that was read can be sent back unchanged.' });

const faultForms = [text, fault, z.array(fault).min(1).max(MAX_RULE_FAULTS)] as const;

/**
 * What matching requests meet. Anything passes: the server reads texts, and says of them and of JSON in the same words
 * what is wrong.
 */
const ruleFault = z.union([...faultForms, z.unknown()]).meta({
  description:
    'The faults of matching requests: a Structured Field list such as `rate_limit;retry_after=30` (RFC 9651), or the same as JSON.',
  examples: ['server_error'],
  // Documented as what it is once it is read.
  override: ({ jsonSchema: { anyOf } }: { jsonSchema: { anyOf?: unknown[] } }) => {
    if (anyOf !== undefined && anyOf.length > faultForms.length) anyOf.pop();
  },
}) as z.ZodType<unknown, z.input<(typeof faultForms)[number]>>;

/** The part of an issue list that a check adds to. */
type Checked = z.core.ParsePayload<{ fault?: unknown; answer: FixedAnswer | null }>;

/** A rule has either a fault or a fixed response. */
export function eitherOr({ value: { fault: given, answer }, issues }: Checked): void {
  const hasFault = given !== null && given !== undefined;
  if (hasFault !== (answer !== null)) return;
  const message = hasFault ? 'must not have both fault and answer' : 'must have either fault or answer';
  issues.push({ code: 'custom', message, input: given, continue: true });
}

/** A rule that does no harm to whoever tries the API out, and names nothing that a server may not have. */
export const exampleRule = { when: { path: '/api/**', query: { q: '*' } }, fault: 'delay;ms=300' };

/** The members of a rule as a client sets it. */
export const ruleMembers = {
  id: ruleId.optional(),
  enabled: z.boolean().default(true).meta({ description: 'Whether it is in force.' }),
  when: faultMatch.default({}).meta({ description: 'Which requests it is about; by default all.' }),
  after: count.default(0).meta({ description: 'Number of matching requests that are skipped at first.' }),
  times: count.nullable().default(null).meta({ description: 'How often it is applied at most; null: without limit.' }),
  every: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .default(1)
    .meta({ description: 'It is applied to every nth matching request.' }),
  per: choice(
    countedPer,
    'What is counted separately: the sandbox, each operation, each URL (method, path, query and body, without the controls), each token, or each client (address and User-Agent).',
  ).default('sandbox'),
  probability: z.number().min(0).max(1).default(1).meta({
    description: 'The probability that it is applied, drawn from the seed of the sandbox: the same each time.',
  }),
  from: instant('Instant from which it is in force, by the clock of the sandbox.'),
  until: instant('Instant at which it ends, by the clock of the sandbox.'),
  fault: ruleFault.nullable().default(null),
  answer: fixedAnswer.nullable().default(null),
  order: ignored,
  matched: ignored,
  struck: ignored,
};

/** A rule as a client sets it. */
export const faultRule = strict(ruleMembers, ['order', 'matched', 'struck'])
  .check(eitherOr)
  .meta({
    id: 'FaultRuleSettings',
    description: 'A rule: which requests get a fault, and how often. It has either `fault` or `answer`.',
    examples: [exampleRule],
  });

/** A rule as a client sets it. */
export type FaultRuleSettings = z.input<typeof faultRule>;

/** A rule whose members have been read, all but its fault. */
export type FaultRule = z.output<typeof faultRule>;

/** Rules as a client sets them, in the order in which they are tried. */
export const faultRules = z
  .array(faultRule)
  .max(MAX_RULES)
  .meta({
    description: 'Rules, in the order in which they are tried.',
    examples: [[exampleRule]],
  });
