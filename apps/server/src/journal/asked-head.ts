/** The head of a request, as the exchanges have it that came with it. */
import type { RepeatedKind } from './repeated-kind.js';

/** Of which kind exchanges with a head are that wait, and by which connection they came. */
export interface WaitingKind {
  /** Those that wait. */
  readonly among: object;
  readonly kind: RepeatedKind;
  /** Number of the connection among theirs. */
  readonly connection: number;
}

/** Such a head; requests of one connection that came with the same may share it. */
export interface AskedHead {
  /** All headers as they came: names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Names the connection that it came on, as no other one is named; null where there is no network between. */
  readonly connection: string | null;
  /** Noted by whoever holds those that wait, to find it again with the next one. */
  waiting?: WaitingKind | undefined;
}
