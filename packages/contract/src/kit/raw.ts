/** Operations that speak HTTP of their own: what their handlers are given of a request, and what they answer it with. */
import { z } from 'zod';

/** What an operation reads of a request beside its path and body. */
export interface RawDeclaration {
  /** Names of its query parameters: a control of the same name is the operation's. */
  readonly query: readonly string[];
  /** Names of the headers that its handler is given, in lower case. */
  readonly headers: readonly string[];
  /** Whether its query may have other names as well. */
  readonly isOpen?: boolean;
}

const texts = z.record(z.string(), z.string());
const text = z.string().optional();

/** A request as the handler of such an operation is given it. */
export const rawInput = z.object({
  /** Path and query below the base URL, as they came. */
  target: text,
  /** Parameters of the path by name, decoded. */
  path: texts.default({}),
  /** The query as it was sent. */
  query: z.string().default(''),
  /** Headers that the operation reads, by name in lower case. */
  headers: texts.default({}),
  /** The body: its media type, and what JSON says, its text, or its bytes. */
  body: z.object({ type: z.string(), json: z.unknown(), text, base64: text }).optional(),
});

/** A request as the handler of such an operation is given it. */
export type RawInput = z.output<typeof rawInput>;

/** What such an operation answers. */
export const rawAnswer = z.object({
  status: z.int().min(200).max(599),
  /** Its media type; empty without a body. */
  type: z.string(),
  /** Its other headers, by name in lower case. */
  headers: texts,
  /** Its body, where that is text. */
  text,
  /** The bytes of its body, where that is no text. */
  base64: text,
});

/** What such an operation answers. */
export type RawAnswer = z.output<typeof rawAnswer>;
