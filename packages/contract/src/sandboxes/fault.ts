/** The faults that a request can meet, each with its parameters: the one language of rules, queries, headers and options. */
import { z } from 'zod';
import { choice } from '../kit/field.js';

/** When a fault strikes a write: before it is made, or after, so that only its answer is lost. */
const commit = choice(
  ['before', 'after'],
  'When it is applied to a write. `before`: nothing is written. `after`: the write is done, with its events and webhooks, but the client does not learn of it.',
);

const before = { commit: commit.default('before') };

/** What is told of a write that was made is true, however its bytes come: an answer of a write that was not made would be a lie. */
const after = { commit: commit.default('after') };

const seconds = (longest: number, description: string) =>
  z
    .number()
    .min(0)
    .max(longest)
    .meta({ description: `${description}, in seconds.` });

const milliseconds = (description: string) =>
  z
    .number()
    .min(0)
    .max(60_000)
    .meta({ description: `${description}, in ms.` });

const bytes = (description: string) =>
  z
    .int()
    .min(0)
    .max(10_000_000)
    .meta({ description: `${description}, in bytes.` });

const part = choice(
  ['start', 'head', 'body'],
  'Where: before the answer, after its headers, or in the middle of its body.',
);

const retry_after = z
  .union([z.int().min(0).max(86_400), z.enum(['date', 'past', 'huge', 'garbage', 'none'])], {
    error: 'must be 0 to 86400 seconds, or date, past, huge, garbage or none',
  })
  .optional()
  .meta({
    description:
      'The Retry-After header: seconds, a date 1 s ahead (`date`), one that has passed (`past`), ten years (`huge`), neither of them (`garbage`), or `none`. By default 1 for rate_limit and service_unavailable, else none.',
  });

/** A fault with its parameters; others are refused. */
function define<const Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  description: string,
  parameters: Shape,
) {
  return z.strictObject({ fault: z.literal(name), ...parameters }).meta({ description });
}

/** Faults that answer in the place of the operation. */
export const answerFaults = [
  define('rate_limit', '429, a problem, with RateLimit and Retry-After.', { retry_after, ...before }),
  define('server_error', '500, a problem.', { retry_after, ...before }),
  define('not_found', '404, a problem.', { retry_after, ...before }),
  define('unauthorized', '401, a problem, with WWW-Authenticate.', { retry_after, ...before }),
  define('forbidden', '403, a problem.', { retry_after, ...before }),
  define('bad_request', '400, a problem that names a field.', { retry_after, ...before }),
  define('service_unavailable', '503, a problem, with Retry-After.', { retry_after, ...before }),
  define('timeout', '504, a problem, after a hold of 3 s.', { retry_after, ...before }),
  define('status', 'A problem with any status from 400 to 599, and the headers that belong to it.', {
    code: z.int().min(400).max(599).meta({ description: 'The status.' }),
    retry_after,
    ...before,
  }),
  define('bad_gateway', 'What proxies send: an HTML page, with Server and Via.', {
    code: z.literal([502, 503, 504]).default(502).meta({ description: 'The status: 502, 503 or 504.' }),
    ...before,
  }),
  define('captive_portal', '200 with the HTML page of a log-in, as a hotel network sends it.', before),
  define('redirect', 'A redirect.', {
    code: z
      .literal([301, 302, 303, 307, 308])
      .default(307)
      .meta({ description: 'The status: 301, 302, 303, 307 or 308.' }),
    to: choice(
      ['self', 'loop', 'elsewhere', 'downgrade'],
      'Where to: its own address once, its own address for ever, this server under its other loopback name (another origin), or http: where the public URL is https:.',
    ).default('self'),
    ...before,
  }),
] as const;

/** Faults that change the bytes of the true answer. */
export const bodyFaults = [
  define('empty', 'The true status, and no body.', {
    length: choice(
      ['zero', 'none'],
      'What the headers say: `Content-Length: 0`, or nothing, so that only the end shows it.',
    ).default('zero'),
    ...after,
  }),
  define('wrong_type', 'The true body under another Content-Type.', {
    type: z
      .string()
      .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; ?[\w-]+=[\w-]+)?$/, 'must be a media type such as text/plain')
      .max(100)
      .default('text/html')
      .meta({ description: 'The media type (RFC 9110 §8.3.1).' }),
    ...after,
  }),
  define('malformed', 'The JSON cut off, with a Content-Length that matches.', {
    at: z.number().min(0).max(1).default(0.5).meta({ description: 'Share of the body that is left.' }),
    ...after,
  }),
  define('charset', 'Bytes that are not the UTF-8 that was promised.', {
    as: choice(
      ['bom', 'latin1', 'utf16', 'invalid'],
      'A byte order mark in front, ISO 8859-1, UTF-16, or bytes that no UTF-8 has.',
    ).default('bom'),
    ...after,
  }),
  define('truncate', 'The headers promise more bytes than come.', {
    after_bytes: bytes('Bytes of the body that come; by default half of it').optional(),
    ...after,
  }),
  define('bad_gzip', 'Content-Encoding: gzip over a stream that breaks in the middle.', after),
] as const;

/** Faults of the connection. */
export const connectionFaults = [
  define('reset', 'The connection is reset (TCP RST).', { at: part.default('start'), ...before }),
  define('close', 'The connection is closed (TCP FIN).', { at: part.default('start'), ...before }),
  define('garbage', 'Bytes that are not HTTP, then the connection is closed.', {
    at: choice(
      ['start', 'body'],
      'Where: instead of the headers, or in a chunked body, where the size of a chunk should be.',
    ).default('start'),
    ...before,
  }),
] as const;

/** Faults of time. */
export const timeFaults = [
  define('delay', 'A wait before the first byte: fixed, drawn evenly, or log-normal.', {
    ms: milliseconds('A fixed wait').optional(),
    min: milliseconds('The shortest wait; with `max`').optional(),
    max: milliseconds('The longest wait; with `min`').optional(),
    p50: milliseconds('The wait that half of all stay below; with `p99`').optional(),
    p99: milliseconds('The wait that 99 % stay below; with `p50`').optional(),
  }),
  define('drip', 'The body in small pieces.', {
    bytes: z.int().min(1).max(100_000).default(64).meta({ description: 'Bytes of a piece.' }),
    every: z.number().min(1).max(60_000).default(50).meta({ description: 'Time between two pieces, in ms.' }),
    ...after,
  }),
  define('bandwidth', 'The body at a limited rate.', {
    bytes_per_second: z.int().min(1).max(1_000_000_000).meta({ description: 'Bytes in a second.' }),
  }),
  define('stall', 'The answer begins, then nothing is sent, then the connection ends.', {
    after_bytes: bytes('Bytes of the body that come before that; 0 sends only the headers').default(0),
    seconds: seconds(600, 'How long nothing is sent').default(30),
    ...before,
  }),
  define('hang', 'No answer at all; the connection ends after that.', {
    seconds: seconds(600, 'How long').default(60),
    ...before,
  }),
] as const;

const at = z
  .string()
  .max(500)
  .regex(/^(?:\/(?:[^~/]|~[01])*)+$/, 'must be a JSON pointer such as /data/*/status')
  .optional()
  .meta({ description: 'JSON pointer (RFC 6901), in which `*` is any name or index; by default the seed chooses.' });

/** Faults of what an answer in JSON says: it stays whole. */
export const dataFaults = [
  define('extra_member', 'A member that nobody has documented.', {
    at,
    name: z.string().min(1).max(100).default('unexpected').meta({ description: 'Its name.' }),
  }),
  define('missing_member', 'A member is not there.', { at }),
  define('null_member', 'A member is null.', { at }),
  define('unknown_value', 'A value that no enum lists.', { at }),
  define('other_type', 'A number as a text, a text as a number, an array as an object.', { at }),
  define('big_integer', 'A number that a double cannot hold.', {
    at,
    as: choice(['unsafe', 'huge'], 'What it is: 2^53 + 1, or 1e400; by default the one that fits.').optional(),
  }),
  define('odd_text', 'A text as nobody expects it.', {
    at,
    as: choice(
      ['empty', 'long', 'rtl', 'combining', 'emoji', 'html', 'surrogate'],
      'No characters, 10,000, from right to left, with combining marks, emoji, HTML, or a lone surrogate.',
    ).optional(),
  }),
  define('odd_time', 'A time as RFC 3339 allows it and few write it.', {
    at,
    as: choice(
      ['leap', 'offset', 'plain', 'far', 'zone'],
      'A leap second, an offset, no fraction, the year 9999, or a zone name (RFC 9557).',
    ).optional(),
  }),
  define('odd_list', 'A list as nobody expects it.', {
    at,
    as: choice(
      ['empty', 'huge'],
      'Without an item, or with 1,000, which are those that there are, again and again.',
    ).optional(),
  }),
  define('renamed_member', 'snake_case as camelCase.', { at }),
  define('duplicate_member', 'A member twice, null the second time.', { at }),
  define('drift', 'Any of these, on a share of all members.', {
    p: z.number().min(0).max(1).default(0.1).meta({ description: 'The share.' }),
  }),
] as const;

/** Faults of the pages of lists. */
export const pagingFaults = [
  define('expired_cursor', 'After some pages no more: 400 invalid_cursor, or 410.', {
    after: z.int().min(1).max(1000).default(1).meta({ description: 'Pages that are answered.' }),
    as: choice(['invalid_cursor', 'gone'], 'The problem: 400, or 410.').default('invalid_cursor'),
  }),
  define('repeated_cursor', 'From the second page on, the next page is the same one again.', {}),
  define('empty_page', 'Between two pages one that is empty, and says where to go on.', {}),
  define('endless', 'After the last page it comes again, for ever.', {}),
  define('wrong_total', 'Counts are wrong, and others on each page.', {}),
  define('short_pages', 'Half as many records as asked for, with more to come.', {}),
  define('foreign_next', 'The links of pages lead to this server under its other loopback name.', {}),
  define('relative_next', 'The links of pages are relative (RFC 8288 allows it).', {}),
  define('doubled_record', 'The second page begins with the last record of the first.', {}),
  define('dropped_record', 'The second page begins one record too late.', {}),
  define('shuffled', 'The records of each page in another order.', {}),
  define('moving', 'Records come and go before each next page: its number leads elsewhere, a cursor does not.', {
    records: z.int().min(1).max(100).default(1).meta({ description: 'How many.' }),
  }),
] as const;

/** Faults of when a write is seen. */
export const lateFaults = [
  define('stale', 'Reads answer what was there some time ago.', {
    seconds: seconds(600, 'How long ago, by the clock of the sandbox').default(5),
    per: choice(['sandbox', 'client'], 'Whether a client sees its own writes at once.').default('sandbox'),
  }),
  define('lost_update', 'A write is answered, and not made.', {}),
] as const;

const textOrFault = z.string().min(1).max(200);

/** Faults that count what meets them. */
export const countingFaults = [
  define('quota', 'True RateLimit headers on each answer, and 429 past the limit, by the clock of the sandbox.', {
    limit: z.int().min(0).max(1_000_000).default(60).meta({ description: 'Requests in a window.' }),
    window: z.int().min(1).max(86_400).default(60).meta({ description: 'Length of a window, in seconds.' }),
    per: choice(['sandbox', 'client', 'token'], 'What each quota is for.').default('sandbox'),
  }),
  define('outage', 'From the first matching request on everything fails for a while, then works.', {
    seconds: seconds(600, 'How long, by the clock of the sandbox'),
    as: textOrFault.default('service_unavailable').meta({
      description: 'What fails: any fault of the answer or of the connection, such as `reset` or `"status;code=500"`.',
    }),
  }),
] as const;

/** Names of the presets: lists of plain rules. */
export const presetNames = [
  'flaky',
  'slow_3g',
  'rate_limited',
  'first_try_fails',
  'lost_answers',
  'deploy',
  'behind_a_proxy',
  'bad_wifi',
  'captive_portal',
  'drifting',
  'lying_pages',
  'late',
  'everything',
] as const;

/** Name of a preset. */
export type PresetName = (typeof presetNames)[number];

/** Faults that leave an answer whole, and change what it says. */
export const contentFaults = [...dataFaults, ...pagingFaults, ...lateFaults] as const;

const preset = define('preset', 'The rules of a preset.', {
  name: choice(presetNames, 'Name of the preset.'),
});

/** A fault that stands for itself: any but a preset. */
export const plainFault = z
  .discriminatedUnion('fault', [
    ...answerFaults,
    ...bodyFaults,
    ...connectionFaults,
    ...timeFaults,
    ...countingFaults,
    ...contentFaults,
  ])
  .meta({ id: 'PlainFault', description: 'Something that can go wrong, with its parameters; not a preset.' });

/** A fault with all its parameters, defaults filled in. */
export type PlainFault = z.output<typeof plainFault>;

/** A fault with its parameters, as a client writes it in JSON. */
export const fault = z
  .discriminatedUnion('fault', [...plainFault.options, preset])
  .meta({ id: 'Fault', description: 'Something that can go wrong, with its parameters.' });

/** A fault with its parameters, as a client writes it in JSON. */
export type Fault = z.input<typeof fault>;

/** Name of a fault. */
export type FaultName = Fault['fault'];
