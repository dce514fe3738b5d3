/** The journals of one process: what they keep together is bounded, and the largest make room. */

/** A journal, as the pool sees it. */
export interface PooledJournal {
  /** Drops the oldest of what gives way first. */
  shed(): void;
}

/** Sizes between two powers of two are alike; 0 is the class of an empty journal. */
function sizeClass(bytes: number): number {
  return 32 - Math.clz32(bytes);
}

/** As many as a size below 4 GB has bits, and that of the empty ones. */
const CLASSES = 33;

/** Bounds what journals keep together. */
export class JournalPool {
  readonly #maxBytes: number;
  /** Journals by class of size, so that one of the largest is found without looking at all of them. */
  readonly #bySize = Array.from({ length: CLASSES }, () => new Set<PooledJournal>());
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Memory that all journals take, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Notes that a journal has another size than before. */
  resized(journal: PooledJournal, before: number, now: number): void {
    // As it is with most entries of one that is full.
    if (before === now) return;
    this.#bytes += now - before;
    const left = sizeClass(before);
    const entered = sizeClass(now);
    if (left === entered) return;
    this.#bySize[left]?.delete(journal);
    if (entered > 0) this.#bySize[entered]?.add(journal);
  }

  /** Takes from the largest journals, of those alike in turn, until all fit. */
  makeRoom(): void {
    while (this.#bytes > this.#maxBytes) {
      const alike = this.#bySize.findLast((journals) => journals.size > 0);
      const [journal] = alike ?? [];
      if (alike === undefined || journal === undefined) return;
      // The next one gives way next time.
      alike.delete(journal);
      alike.add(journal);
      journal.shed();
    }
  }
}
