/** The answers that faults force in the place of the true one, where they are no problems: pages of proxies, redirects, fixed responses. */
import { statusTexts } from '#platform/status-texts';
import type { FixedAnswer } from '@understudy/contract/sandboxes';
import type { CallEffect } from '../call/apply-faults.js';
import type { FaultOf } from '../faults/outcome.js';
import { type Answer, HTML_TYPE, JSON_TYPE } from './answer.js';
import type { HeaderRecord } from './cors.js';
import { redirectLocation } from './forced-redirect.js';
import type { Exchange } from './exchange.js';

type Forced = Pick<Answer, 'status' | 'type' | 'body' | 'headers' | 'isFixed'>;

const PROXY = 'nginx/1.27.4';

/** What a proxy answers of its own where what it stands before does not. */
function badGateway({ code }: FaultOf<'bad_gateway'>): Forced {
  const title = `${code} ${statusTexts[code] ?? ''}`;
  const body = [
    '<html>',
    `<head><title>${title}</title></head>`,
    '<body>',
    `<center><h1>${title}</h1></center>`,
    `<hr><center>${PROXY}</center>`,
    '</body>',
    '</html>',
    '',
  ].join('\r\n');
  return { status: code, type: 'text/html', body, headers: { server: PROXY, via: '1.1 proxy.example' } };
}

/** What a network answers to everything until its user has logged in. */
const captivePortal: Forced = {
  status: 200,
  type: HTML_TYPE,
  body: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Wi-Fi log-in</title>
  </head>
  <body>
    <h1>Welcome to the hotel's Wi-Fi</h1>
    <form method="post">
      <label>Room number <input name="room"></label>
      <label>Last name <input name="name"></label>
      <button>Connect</button>
    </form>
  </body>
</html>
`,
};

/** Headers that follow from what is sent. */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive']);

/** Statuses whose answers have no body (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** A body as it is sent: a text as it is, anything else as JSON. */
function written(body: unknown): Pick<Forced, 'type' | 'body'> {
  if (body === undefined) return { type: '', body: null };
  if (typeof body === 'string') return { type: 'text/plain; charset=utf-8', body };
  return { type: JSON_TYPE, body: JSON.stringify(body) };
}

function fixedAnswer({ status, headers, body }: FixedAnswer): Forced {
  const own = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const kept: HeaderRecord = Object.fromEntries(own.filter(([name]) => !FRAMING.has(name)));
  const said = written(BODILESS.has(status) ? undefined : body);
  return { status, ...said, headers: kept, isFixed: true };
}

/** Headers that concern more than the answer that they stand on: all of an origin, which others share. */
const OF_ORIGIN: ReadonlySet<string> = new Set([
  'clear-site-data',
  'content-security-policy',
  'public-key-pins',
  'service-worker-allowed',
  'set-cookie',
  'strict-transport-security',
]);

/** What a browser may do with an answer that a stranger has written: nothing that needs the origin which it came from. */
const SANDBOXED = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** A fixed answer on a server that people share: no script of it runs, and nothing of it concerns other sandboxes. */
export function confined(answer: Answer): Answer {
  if (answer.isFixed !== true) return answer;
  const own = Object.entries(answer.headers ?? {}).filter(([name]) => !OF_ORIGIN.has(name));
  return { ...answer, headers: { ...Object.fromEntries(own), 'content-security-policy': SANDBOXED } };
}

/** The status of an answer that never arrives, for log and journal: what a proxy before the server would answer. */
const LOST = { ended: 502, hung: 504 };

function forced(effect: CallEffect, ctx: Exchange): Forced {
  if ('answer' in effect) return fixedAnswer(effect.answer);
  const { fault } = effect;
  switch (fault.fault) {
    case 'bad_gateway':
      return badGateway(fault);
    case 'captive_portal':
      return captivePortal;
    case 'redirect':
      return { status: fault.code, type: '', body: null, headers: { location: redirectLocation(fault.to, ctx) } };
    case 'hang':
      return { status: LOST.hung, type: '', body: null };
    default:
      return { status: LOST.ended, type: '', body: null };
  }
}

/** The answer in the place of the true one. */
export function forcedAnswer(effect: CallEffect, ctx: Exchange): Answer {
  return { ...forced(effect, ctx), caching: 'none' };
}
