/** An exchange that repeats another, as a pattern with what is its own, and the texts that they make. */
import { idText, type RequestId } from '../kit/request-id.js';
import type { EntryTexts } from './entry-texts.js';
import { type RepeatedPattern, textsOfPattern } from './entry-pattern.js';
import type { Exchange } from './exchange.js';
import type { RepeatablePart } from './repeatable-part.js';
import { headerMembers } from './header-text.js';
import { headerSigns } from './evidence/header-evidence.js';

/** Headers, as the members of a JSON object, and their signs. */
interface HeaderTexts {
  readonly members: string;
  readonly signs: string;
}

/** What was last made, and of what. */
let latest: HeaderTexts & { readonly pairs: readonly string[]; readonly sandbox: string } = {
  pairs: [],
  sandbox: '',
  members: '',
  signs: '',
};

/**
 * The texts of the headers of a request.
 *
 * @param pairs names and values in turn
 */
function repeatedHeaders(pairs: readonly string[], sandbox: string): HeaderTexts {
  const { pairs: known } = latest;
  if (latest.sandbox !== sandbox || known.length !== pairs.length || !known.every((text, i) => text === pairs[i])) {
    latest = { pairs, sandbox, members: headerMembers(pairs), signs: headerSigns(pairs, sandbox) };
  }
  return latest;
}

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

/** What exchanges have alike that repeat the same one in the same way. */
export function sharedPattern(
  { sandbox, shared, headers, signs, hasBodies }: RepeatedParts,
  { ended, hasHead }: Pick<OwnPart, 'ended' | 'hasHead'>,
): Omit<RepeatedPattern, 'own'> {
  const asked = headers === undefined ? undefined : repeatedHeaders(headers, sandbox);
  const { answer, bodies } = shared.texts;
  return {
    facts: shared.facts(ended, hasHead),
    signs: signs ?? asked?.signs ?? '',
    sharedSigns: hasHead ? shared.signs(sandbox) : shared.signsOfRequest(sandbox),
    headers: asked?.members ?? null,
    answer,
    bodies: hasBodies && hasHead ? bodies : null,
  };
}

/** An exchange as a pattern; secrets in an id are as they were sent, unless it is given as it is to be shown. */
export function repeatedPattern(parts: RepeatedParts, own: OwnPart, id = own.id): RepeatedPattern {
  const { address, connection, receivedAt, appMs, since, until } = own;
  const values = { id: idText(id), address, connection, receivedAt, since, appMs, durationMs: until - since };
  return { ...sharedPattern(parts, own), own: values };
}

/** The texts of an exchange. */
export function repeatedTexts(parts: RepeatedParts, own: OwnPart): EntryTexts {
  return textsOfPattern(repeatedPattern(parts, own));
}
