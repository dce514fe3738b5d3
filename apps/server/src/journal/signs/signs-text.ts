/** The signs of exchanges as members of a JSON object, and the facts of an entry with them. */
import type { Exchange } from '../exchange.js';
import { type Answered, answerSigns } from './answer-signs.js';
import { bodySigns } from './body-signs.js';
import { headerSigns } from './header-signs.js';
import { shortHash } from './short-hash.js';
import type { Signs, TimeSigns } from './signs.js';
import { type Asked, targetSigns } from './target-signs.js';

/** Names this process: its monotonic clock began when no other one did. */
const BY = shortHash(String(performance.timeOrigin));

/** When an exchange was, by the monotonic clock, in ms. */
export type Times = Pick<Exchange, 'since' | 'answeredAt'>;

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

function timeSigns({ since, answeredAt }: Times): TimeSigns {
  return { by: BY, at: [tenths(since), tenths(answeredAt)] };
}

/** Wall time at which the answer was ready, in ms since 1970. */
const answeredWall = ({ receivedAt, since, answeredAt }: Exchange): number => receivedAt + answeredAt - since;

/** The signs of an exchange; what was dropped of it is no longer in them. */
export function signsOf(exchange: Exchange, salt: string): Signs {
  const { headers, body, made } = exchange;
  return {
    ...timeSigns(exchange),
    ...targetSigns(exchange, salt),
    ...headerSigns(headers, salt),
    ...bodySigns(body, salt),
    ...answerSigns({ ...exchange, answeredAt: answeredWall(exchange) }, salt),
    ...(made !== undefined && { made }),
  };
}

/** What is the same each time that an answer is repeated: the members without braces. */
export function sharedSigns(exchange: Asked & Omit<Answered, 'answeredAt'>, salt: string): string {
  const signs = { ...targetSigns(exchange, salt), ...answerSigns({ ...exchange, answeredAt: 0 }, salt) };
  return JSON.stringify(signs).slice(1, -1);
}

/** What differs each time. */
export function ownSigns(headers: readonly string[], times: Times, salt: string): string {
  return JSON.stringify({ ...timeSigns(times), ...headerSigns(headers, salt) }).slice(1, -1);
}

/** The facts of an entry with its signs: JSON objects both. */
export function withSigns(facts: string, signs: string): string {
  return `${facts.slice(0, -1)},"signs":${signs}}`;
}
