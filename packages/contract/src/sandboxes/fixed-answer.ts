/** A fixed response instead of a fault. */
import { z } from 'zod';
import { strict } from './strict.js';

/** Largest body of a fixed response, in bytes of JSON. */
export const MAX_ANSWER_BYTES = 100_000;

/** Most headers of a fixed response. */
const MAX_HEADERS = 50;

/** Headers that are about one connection, or that say how the body is framed: the server sets them (RFC 9110 §7.6.1). */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Statuses whose answers have no body (RFC 9110 §15.3.5, §15.3.6 and §15.4.5). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** A header name (RFC 9110 §5.1). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** A header value, without blanks around it (RFC 9110 §5.5). */
const VALUE = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

/** What is wrong with a header; undefined where nothing is. */
function headerFault(name: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return 'must have a name of letters, digits and hyphens';
  if (ownHeaders.has(name.toLowerCase())) return 'is a header that the server itself sets, and cannot be given';
  return VALUE.test(value) ? undefined : 'must be text of visible characters of ISO 8859-1, without blanks around it';
}

const headers = z
  .record(z.string().max(100), z.string().max(2000))
  .check(({ value, issues }) => {
    const names = Object.keys(value).map((name) => name.toLowerCase());
    if (names.length > MAX_HEADERS) {
      const message = `must have at most ${MAX_HEADERS} members`;
      issues.push({ code: 'custom', message, input: value, continue: true });
    }
    for (const [index, [name, text]] of Object.entries(value).entries()) {
      const isAgain = names.indexOf(name.toLowerCase()) !== index;
      const message = isAgain ? 'must be given once only, in any case' : headerFault(name, text);
      if (message !== undefined) issues.push({ code: 'custom', message, input: text, path: [name], continue: true });
    }
  })
  .meta({ description: 'Its headers; without a Content-Type it is JSON, or plain text if the body is a text.' });

/** A fixed response instead of a fault. */
export const fixedAnswer = strict({
  status: z
    .int()
    .min(200)
    .max(599)
    .default(200)
    .meta({ description: 'Its status.', examples: [200] }),
  headers: headers.default({}),
  body: z
    .unknown()
    .optional()
    .meta({ description: 'Its body: a text is sent as it is, anything else as JSON; by default none.' }),
})
  .check(({ value: { status, body }, issues }) => {
    if (body === undefined || !bodiless.has(status)) return;
    const message = `must be left out: an answer with status ${status} has no body`;
    issues.push({ code: 'custom', message, input: body, path: ['body'], continue: true });
  })
  .meta({ id: 'FixedAnswer', description: 'A fixed response instead of a fault.' });

/** A fixed response. */
export type FixedAnswer = z.output<typeof fixedAnswer>;
