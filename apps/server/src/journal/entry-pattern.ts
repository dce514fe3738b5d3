/** An entry as a store that processes share keeps it: texts that many entries have alike, and values of its own. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import { bothHeaders, type EntryTexts } from './entry-texts.js';
import { factsText } from './facts-text.js';
import { headerMember } from './header-text.js';
import { ownHeaders } from './own-headers.js';
import { joined, withSigns } from './evidence/evidence-text.js';

/** What differs from one exchange to the next that repeats it. */
export interface OwnValues {
  readonly id: string;
  /** Empty where there is no network. */
  readonly address: string;
  readonly connection: string | null;
  /** When the request came in: in ms since 1970. */
  readonly receivedAt: number;
  /** The same on the monotonic clock of its process, in ms. */
  readonly since: number;
  /** How long the answer took to be made, and the whole exchange, in ms. */
  readonly appMs: number;
  readonly durationMs: number;
}

/** The rest of an exchange that is repeated; no text has a line break. */
export interface RepeatedPattern {
  /** What {@link sharedFacts} gives. */
  readonly facts: string;
  /** The signs of the headers of the request, as members of a JSON object, and those of the rest. */
  readonly signs: string;
  readonly sharedSigns: string;
  /** The headers of the request as members of a JSON object; null where all headers were dropped. */
  readonly headers: string | null;
  /** Those of the answer, but for those that differ. */
  readonly answer: string;
  readonly bodies: string | null;
  readonly own: OwnValues;
}

/** An entry: its own texts, or those of a pattern with what is its own. */
export type EntryPattern = (EntryTexts & { readonly own?: undefined }) | RepeatedPattern;

/** What is the same in the facts of exchanges that repeat each other. */
export interface SharedFacts {
  /** Undefined where no head of an answer was sent. */
  readonly status: number | undefined;
  readonly ended: ExchangeEnding;
  readonly responseBytes: number;
  /** The members that say what was asked for. */
  readonly target: string;
}

/** Those facts as a text. */
export function sharedFacts({ status, ended, responseBytes, target }: SharedFacts): string {
  return `${status ?? '-'} ${ended} ${responseBytes} ${target}`;
}

const SHARED = /^(\S+) (\S+) (\S+) (.*)$/;

function readFacts(text: string): SharedFacts {
  const [, status, ended, bytes, target = ''] = SHARED.exec(text) ?? [];
  const sent = status === '-' ? undefined : Number(status);
  return { status: sent, ended: ended as ExchangeEnding, responseBytes: Number(bytes), target };
}

function factsOf({ facts, signs, sharedSigns, own }: RepeatedPattern): string {
  const { target, ...shared } = readFacts(facts);
  const { address, connection, ...times } = own;
  const client = { address: address || undefined, connection: connection ?? undefined };
  const happening = { ...times, ...client, ...shared, kind: undefined, struck: undefined, bodyBytes: 0 };
  const { since, appMs } = own;
  return withSigns(factsText(target, happening), joined(signs, sharedSigns), { since, answeredAt: since + appMs });
}

function headersOf({ facts, headers, answer, own }: RepeatedPattern): string | null {
  if (headers === null) return null;
  if (readFacts(facts).status === undefined) return bothHeaders(headers, '');
  const differing = Object.entries(ownHeaders(own.id, own.appMs)).map(([name, value]) => headerMember(name, value));
  return bothHeaders(headers, [answer, ...differing].filter((members) => members !== '').join());
}

/** The texts of an entry. */
export function textsOfPattern(pattern: EntryPattern): EntryTexts {
  if (pattern.own === undefined) return pattern;
  return {
    get facts() {
      return factsOf(pattern);
    },
    get headers() {
      return headersOf(pattern);
    },
    bodies: pattern.bodies,
  };
}
