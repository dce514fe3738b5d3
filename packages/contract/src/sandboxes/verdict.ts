/** A verdict on what a client did, and the operation that lists them. */
import { z } from 'zod';
import { listInput } from '../kit/controls.js';
import { listOf } from '../kit/envelope.js';
import { choice, instant } from '../kit/field.js';
import { oneOf } from '../kit/filter.js';
import { get } from '../kit/methods.js';
import {
  conductRules,
  type ConductRule,
  contractBlames,
  type ContractCode,
  contractCodes,
  severities,
} from './conduct-rules.js';
import { journalMeta } from './request.js';
import { sandboxName } from './sandbox-name.js';
import { since } from './since.js';

const ruleIds = Object.keys(conductRules) as [ConductRule, ...ConductRule[]];

const codes = Object.keys(contractCodes) as [ContractCode, ...ContractCode[]];

const documentPlace = z
  .object({
    pointer: z.string().meta({ description: 'A JSON pointer.', examples: ['/paths/~1notes/get/parameters/0'] }),
    file: z
      .string()
      .nullable()
      .meta({ description: 'Its file, or null.', examples: ['notes.yaml'] }),
    line: z
      .int()
      .nullable()
      .meta({ description: 'The line in it, or null.', examples: [12] }),
  })
  .meta({ id: 'DocumentPlace', description: 'A place in an OpenAPI document.' });

const reference = z
  .object({
    text: z.string().meta({ description: 'The document, and its section.', examples: ['RFC 9110 §10.2.3'] }),
    url: z.string().meta({
      description: 'Where it is read.',
      examples: ['https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3'],
    }),
  })
  .meta({ id: 'ConductReference', description: 'The source of a rule of conduct.' });

/** A verdict: that a rule of conduct was broken. */
export const verdict = z
  .object({
    id: z.string().meta({
      description: 'Its id: the same each time that the same requests and deliveries are judged.',
      examples: ['retried_too_soon_1_2'],
    }),
    rule: choice(ruleIds, 'The rule that was broken; `/conduct/{rule}` says what to do about it.'),
    severity: choice(severities, 'How serious it is.'),
    detail: z.string().meta({
      description: 'What the client did.',
      examples: ['GET /api/notes was repeated 0.2 s after an answer that asked for 1 s.'],
    }),
    requests: z.array(z.int()).meta({
      description:
        'The first 100 requests that show it, each by its `sequence` in the journal; none if a delivery of a webhook shows it.',
      examples: [[1, 2]],
    }),
    reference: reference
      .nullable()
      .meta({ description: 'The document that the rule is based on; null if there is none.' }),
    code: choice(codes, 'How a request is off the contract; null of other rules, as are the next three.').nullable(),
    pointer: z
      .string()
      .nullable()
      .meta({
        description:
          'A JSON pointer to what is wrong in a request with `method`, `path`, `query`, `headers`, `cookies` and `body`.',
        examples: ['/query/limit'],
      }),
    document: documentPlace.nullable().meta({ description: 'What the document says of it.' }),
    blames: choice(contractBlames, 'Who is to blame.').nullable(),
    at: instant(
      'When the last of the requests arrived, or the delivery ended, by the clock of the machine.',
      '2026-01-01T00:00:00.000Z',
    ),
  })
  .meta({ id: 'Verdict', description: 'That a client broke a rule of conduct.' });

/** A verdict: that a rule of conduct was broken. */
export type Verdict = z.infer<typeof verdict>;

/** The operations of the control API on the conduct of the clients of a sandbox. */
export const conductOperations = {
  listVerdicts: get('/sandboxes/{name}/conduct', {
    scope: 'registry',
    credential: 'admin',
    cache: 'none',
    summary: 'List what the clients of a sandbox did wrong',
    description:
      'Verdicts on the requests in the journal, in the order of the last request of each, and on the receivers of webhooks, each after the last request that had arrived by then: the same requests and deliveries give the same verdicts, and a rule that cannot be sure says nothing. Rules about time use the clock of the machine, and say nothing if the clock of the sandbox was set in between. `meta.incomplete` says whether requests are missing in the journal. `GET /conduct` lists the rules.',
    searches: ['detail'],
    filters: {
      rule: oneOf(choice(ruleIds, 'Only verdicts of these rules.')),
      severity: oneOf(choice(severities, 'Only verdicts of these severities.')),
      code: oneOf(choice(codes, 'Only verdicts with these codes.')),
    },
    sorts: ['rule', 'severity', 'at'],
    input: listInput({
      name: sandboxName,
      since: since.optional().meta({
        description:
          'Only verdicts whose last request has a higher `sequence` than this, or arrived at this instant or later (RFC 3339 §5.6).',
        examples: [0],
      }),
    }),
    output: listOf(verdict, { meta: journalMeta }),
  }),
};
