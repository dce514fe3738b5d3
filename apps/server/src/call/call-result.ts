/** What a call found with its answer: status and headers follow from it. */
import type { DeclaredLines, LinesControls, StreamControls } from '@understudy/contract/kit';
import type { AnswerHead, FileContent } from '../kit/handler.js';
import type { Form, Period } from '../kit/listing.js';
import type { EventSource, StreamEvent } from '../kit/event-source.js';
import type { LeftOfLimit } from './write-limit.js';
import type { Page } from '../listing/paginate.js';

/** Rows by index. */
export interface FoundRows {
  readonly total: number;
  /** Undefined where nothing is there. */
  readonly rowAt: (index: number) => object | undefined;
}

/** What a call answers line by line. */
export interface FoundLines extends FoundRows, DeclaredLines {
  readonly controls: LinesControls;
  /** All of them, where they are wanted as a whole. */
  readonly text?: string;
  /** Makes of some lines what a fault has them say. */
  readonly altered?: AlterTexts | undefined;
}

/** Makes other texts of texts, in their order, each of whole lines or events. */
export type AlterTexts = (text: string) => string;

/** A stream, before it is opened. */
export interface FoundStream {
  readonly source: EventSource;
  /** What the input says of it. */
  readonly controls: StreamControls;
  /** Makes of some events what a fault has them say. */
  readonly altered?: AlterTexts | undefined;
}

/** What the answer's status and headers follow from. */
export interface Found extends Partial<AnswerHead> {
  /** The page of a list that is answered. */
  readonly page?: Page;
  /** Id of the record that the call created and shows. */
  readonly made?: string | undefined;
  /** Whether the answer is that of an earlier call under the same Idempotency-Key. */
  readonly replayed?: boolean;
  /** What is left of the limit that its operation declares. */
  readonly limit?: LeftOfLimit | undefined;
  /** Strong entity tag of the one record that is answered (RFC 9110 §8.8.3). */
  readonly tag?: string | undefined;
  /** When the answer of a read is right, if nobody writes. */
  readonly period?: Period | undefined;
  /** The list in another form than a page: it is what is answered. */
  readonly form?: Form | undefined;
  /** The answer as a signed JWT: it is what is answered. */
  readonly signed?: string | undefined;
  /** The file that is answered. */
  readonly file?: FileContent | undefined;
  /** The lines that are answered. */
  readonly lines?: FoundLines | undefined;
  /** The events that are answered. */
  readonly stream?: FoundStream | undefined;
  /** The events of a stream that is answered as a whole. */
  readonly events?: readonly StreamEvent[] | undefined;
}

/** What a call has come to. */
export interface Performed extends Found {
  readonly status: AnswerHead['status'];
  /** The answer, in the envelope of its operation. */
  readonly answer: unknown;
  /** Its JSON, where it was held against its schema already. */
  readonly json?: string | undefined;
}

/** What a procedure found with its answer. */
export interface CallResult {
  /** Undefined where the procedure was not run, or has failed. */
  found?: Found;
}
