/** The texts of an exchange that repeats another: put together of those that are the same each time, and of its own. */
import { idText, type RequestId } from '../kit/request-id.js';
import { bothHeaders, type EntryTexts } from './entry-texts.js';
import type { Exchange } from './exchange.js';
import { factsText } from './facts-text.js';
import { headerMember, headerMembers } from './header-text.js';
import type { RepeatablePart } from './repeatable-part.js';
import { headerSigns } from './signs/header-signs.js';
import { joined, withSigns } from './signs/signs-text.js';

/** What differs from one exchange to the next; the request has no body. */
export interface OwnPart extends Pick<Exchange, 'ended' | 'receivedAt'> {
  readonly id: RequestId;
  /** Empty where there is no network. */
  readonly address: string;
  readonly connection: string | null;
  /** When the request came in, and when the exchange ended, on the monotonic clock, in ms. */
  readonly since: number;
  readonly until: number;
  /** How long the answer took to be made, in ms. */
  readonly appMs: number;
  /** Whether the head of the answer was sent. */
  readonly hasHead: boolean;
}

/** What is the same each time, and what is left of the rest. */
export interface RepeatedParts {
  readonly sandbox: string;
  readonly shared: RepeatablePart;
  /** Those of this time's request; undefined once all headers were dropped. */
  readonly headers: readonly string[] | undefined;
  /** Their signs; undefined until they were dropped. */
  readonly signs: string | undefined;
  readonly hasBodies: boolean;
}

/** What stays to the last. */
function facts({ sandbox, shared, headers = [], signs }: RepeatedParts, own: OwnPart): string {
  const { status, response } = shared.exchange;
  const { id, receivedAt, address, connection, hasHead, ended, since, until, appMs } = own;
  const text = factsText(shared.texts.target, {
    id: idText(id),
    receivedAt,
    address: address || undefined,
    connection: connection ?? undefined,
    status: hasHead ? status : undefined,
    kind: undefined,
    struck: undefined,
    ended,
    durationMs: until - since,
    bodyBytes: 0,
    responseBytes: hasHead ? (response.body?.bytes ?? 0) : 0,
  });
  const answered = hasHead ? shared.signs(sandbox) : shared.signsOfRequest(sandbox);
  const members = joined(signs ?? headerSigns(headers, sandbox), answered);
  return withSigns(text, members, { since, answeredAt: since + appMs });
}

/** The headers of the answer, those that differ at the end. */
function answerHeaders({ shared }: RepeatedParts, { id, appMs, hasHead }: OwnPart): string {
  if (!hasHead) return '';
  let members = shared.texts.headers;
  const own = shared.exchange.ownHeaders(idText(id), appMs);
  for (const name in own) members += `${members === '' ? '' : ','}${headerMember(name, own[name] ?? '')}`;
  return members;
}

/** The texts of an exchange. */
export function repeatedTexts(parts: RepeatedParts, own: OwnPart): EntryTexts {
  const { shared, headers, hasBodies } = parts;
  return {
    facts: facts(parts, own),
    headers: headers === undefined ? null : bothHeaders(headerMembers(headers), answerHeaders(parts, own)),
    bodies: hasBodies && own.hasHead ? shared.texts.bodies : null,
  };
}
