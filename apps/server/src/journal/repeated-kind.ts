/** What many exchanges may have alike that wait together. */
import type { RepeatablePart } from './repeatable-part.js';
import type { OwnPart } from './repeated-texts.js';

/** A kind of them. */
export interface RepeatedKind extends Pick<OwnPart, 'address' | 'ended' | 'hasHead'> {
  /** Its number among them. */
  readonly index: number;
  readonly shared: RepeatablePart;
  readonly headers: readonly string[];
}
