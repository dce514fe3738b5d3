/** The conduct of the clients of a sandbox, read from its journal. */
import type { Journals } from '../journal/journals.js';
import type { ReadJournal } from '../journal/read-journal.js';
import { turns } from '../listing/turns.js';
import { type Attempt, attemptOf } from './attempt.js';
import { judge, type PositionedVerdict } from './judge.js';
import type { Circumstances } from './rule.js';

/** What the clients of a sandbox did wrong. */
export interface Judgement extends Pick<ReadJournal, 'last' | 'dropped' | 'incomplete'> {
  readonly verdicts: readonly PositionedVerdict[];
}

/** What judging needs to know. */
export interface ConductParts extends Pick<Circumstances, 'isPublic'> {
  readonly journals: Pick<Journals, 'read'>;
  /** The clock of the machine, in ms since 1970. */
  readonly machineNow: () => number;
}

function* judged({ entries }: ReadJournal, circumstances: Circumstances) {
  const attempts: Attempt[] = [];
  for (const { sequence, facts } of entries) {
    const attempt = attemptOf(sequence, facts());
    if (attempt !== undefined) attempts.push(attempt);
    yield;
  }
  return yield* judge(attempts, circumstances);
}

/** Judges the clients of sandboxes. */
export class Conduct {
  readonly #parts: ConductParts;

  constructor(parts: ConductParts) {
    this.#parts = parts;
  }

  /**
   * What the clients of a sandbox did wrong, by all that its journal holds.
   *
   * @param isFinished whether no client will ask any more, so that what has not been done never will be
   */
  async of(sandbox: string, isFinished = false): Promise<Judgement> {
    const { journals, machineNow, isPublic } = this.#parts;
    const journal = await journals.read(sandbox);
    const { last, dropped, incomplete } = journal;
    const verdicts = await turns.run(judged(journal, { now: machineNow(), isFinished, isPublic }));
    return { verdicts, last, dropped, incomplete };
  }
}
