/** The conduct of the clients of a sandbox, read from its journal. */
import type { Journals } from '../journal/journals.js';
import type { ReadDeliveries, ReadJournal } from '../journal/read-journal.js';
import { scheduler } from '../listing/scheduler.js';
import { type Attempt, attemptOf } from './attempt.js';
import { judge, type PositionedVerdict } from './judge.js';
import type { Circumstances } from './rule.js';

/** What the clients of a sandbox did wrong. */
export interface Judgement extends Pick<ReadJournal, 'last' | 'dropped' | 'incomplete'> {
  readonly verdicts: readonly PositionedVerdict[];
}

/** What judging needs to know. */
export interface ConductParts extends Pick<Circumstances, 'isPublic'> {
  readonly journals: Pick<Journals, 'read' | 'readDeliveries'>;
  /** The clock of the machine, in ms since 1970. */
  readonly machineNow: () => number;
  /** Takes note of all verdicts, by their rules. */
  readonly count: (sandbox: string, rules: readonly string[]) => void;
}

/** What is judged. */
interface Journal {
  readonly requests: ReadJournal;
  readonly deliveries: ReadDeliveries;
}

function* judged({ requests, deliveries }: Journal, known: Omit<Circumstances, 'deliveries' | 'begun'>) {
  const attempts: Attempt[] = [];
  for (const { sequence, facts } of requests.entries) {
    const attempt = attemptOf(sequence, facts());
    if (attempt !== undefined) attempts.push(attempt);
    yield;
  }
  const begun = (requests.entries[0]?.sequence ?? requests.last + 1) - 1;
  return yield* judge(attempts, { ...known, deliveries: deliveries.entries, begun });
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
    const { journals, machineNow, isPublic, count } = this.#parts;
    const [requests, deliveries] = [await journals.read(sandbox), await journals.readDeliveries(sandbox)];
    const { last, dropped } = requests;
    const verdicts = await scheduler.run(judged({ requests, deliveries }, { now: machineNow(), isFinished, isPublic }));
    count(
      sandbox,
      verdicts.map(({ verdict }) => verdict.rule),
    );
    return { verdicts, last, dropped, incomplete: requests.incomplete || deliveries.incomplete };
  }
}
