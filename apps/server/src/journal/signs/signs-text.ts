/** The signs of exchanges as members of a JSON object, and the facts of an entry with them. */
import type { Exchange } from '../exchange.js';
import { type AnswerBodySigns, answerBodySigns, type Answered, answerHeadSigns } from './answer-signs.js';
import { bodySigns } from './body-signs.js';
import type { BodySigns } from './signs.js';
import { headerSigns } from './header-signs.js';
import { shortHash } from './short-hash.js';
import { type Asked, targetSigns } from './target-signs.js';

/** Names this process: its monotonic clock began when no other one did. */
const BY = shortHash(String(performance.timeOrigin));

/** When an exchange was, by the monotonic clock, in ms. */
export type Times = Pick<Exchange, 'since' | 'answeredAt'>;

const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** Signs as the members of an object in JSON, without braces; with the process that made them. */
const membersOf = (signs: object): string => JSON.stringify({ by: BY, ...signs }).slice(1, -1);

/** Wall time at which the answer was ready, in ms since 1970. */
const answeredWall = ({ receivedAt, since, answeredAt }: Exchange): number => receivedAt + answeredAt - since;

/** The signs of the bodies of an exchange. */
export interface BodiesSigns {
  readonly asked: BodySigns;
  readonly answered: AnswerBodySigns;
}

/** The signs of the bodies of an exchange, which are the first of it to be dropped. */
export function bodiesSigns(
  exchange: Pick<Exchange, 'body' | 'path' | 'status' | 'response'>,
  salt: string,
): BodiesSigns {
  return { asked: bodySigns(exchange, salt), answered: answerBodySigns(exchange, salt) };
}

/**
 * The signs of an exchange but for its times, as members.
 *
 * @param bodies those of its bodies, where these were dropped
 */
export function signsOf(exchange: Exchange, salt: string, bodies = bodiesSigns(exchange, salt)): string {
  const { headers, made } = exchange;
  const signs = {
    ...targetSigns(exchange, salt),
    ...bodies.asked,
    ...answerHeadSigns({ ...exchange, answeredAt: answeredWall(exchange) }, salt),
    ...bodies.answered,
    ...(made !== undefined && { made }),
  };
  return joined(headerSigns(headers, salt), membersOf(signs));
}

/** What is the same each time that an answer is repeated, as members. */
export function sharedSigns(exchange: Asked & Omit<Answered, 'answeredAt'>, salt: string): string {
  const head = answerHeadSigns({ ...exchange, answeredAt: 0 }, salt);
  return membersOf({ ...targetSigns(exchange, salt), ...head, ...answerBodySigns(exchange, salt) });
}

/** Members of two, the first of which may be empty. */
export function joined(one: string, other: string): string {
  return one === '' ? other : `${one},${other}`;
}

/** The facts of an entry with its signs, of which these are the members. */
export function withSigns(facts: string, members: string, { since, answeredAt }: Times): string {
  return `${facts.slice(0, -1)},"signs":{"at":[${tenths(since)},${tenths(answeredAt)}],${members}}}`;
}
