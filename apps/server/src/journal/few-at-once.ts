/** Lets those who waited for the same thing go on a few at a time: what each of them does next takes a while. */
import { onNextTurn } from '#platform/runtime';

/** So many go on in one turn of the event loop: the answers of all of them together take some ms. */
const AT_ONCE = 16;

/** Where those who waited pass. */
export class FewAtOnce {
  readonly #waiting: (() => void)[] = [];
  /** How many went on in this turn. */
  #passed = 0;
  #isPlanned = false;

  /** Lets one go on, at once or in a later turn where many came before. */
  pass(goOn: () => void): void {
    if (this.#waiting.length > 0 || this.#passed >= AT_ONCE) {
      this.#waiting.push(goOn);
      return;
    }
    this.#passed += 1;
    this.#plan();
    goOn();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    onNextTurn(() => this.#turn());
  }

  #turn(): void {
    this.#isPlanned = false;
    const next = this.#waiting.splice(0, AT_ONCE);
    this.#passed = next.length;
    if (next.length > 0) this.#plan();
    for (const goOn of next) goOn();
  }
}
