/** Stands in for what holds reads that only wait, in a page: no thousands wait there. */
import type { DelayedAnswers as Real } from './delayed-answers.js';

/** Holds nothing: each read makes its own answer. */
export class DelayedAnswers implements Pick<Real, 'note' | 'holds' | 'find' | 'again' | 'keep'> {
  note(): void {}

  holds(): undefined {
    return undefined;
  }

  find(): undefined {
    return undefined;
  }

  again(): undefined {
    return undefined;
  }

  keep(): void {}
}

/** Nothing is known to wait only. */
export const onlyWaits = (): boolean => false;
