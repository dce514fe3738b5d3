/** Names sandboxes so that no two tests share one. */

/** Longest name of a sandbox, and of the title in it. */
const LONGEST = 64;
const LONGEST_TITLE = 30;

/** Names for the tests of one worker: no other worker, run or machine has the same. */
export class SandboxNames {
  readonly #worker = crypto.randomUUID().slice(0, 8);
  #count = 0;

  /** A new name, with the title of the test and what else tells it apart for people, such as `w0` and `r1`. */
  next(title: string, ...marks: readonly string[]): string {
    this.#count += 1;
    const words = title
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, LONGEST_TITLE)
      .replaceAll(/^-+|-+$/g, '');
    return [words || 'test', ...marks, this.#worker, this.#count].join('-').slice(0, LONGEST);
  }
}
