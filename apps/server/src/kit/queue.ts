/** Items in a row, of which the first leave: to take one out costs the same however many there are. */

/** Slots that are free at the start before the list is moved. */
const MIN_FREE = 32;

/** Items in a row, counted from the first. */
export class Queue<Item> {
  #items: (Item | undefined)[] = [];
  #free = 0;

  get length(): number {
    return this.#items.length - this.#free;
  }

  at(index: number): Item | undefined {
    return this.#items[this.#free + index];
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  /** Takes the first one out. */
  shift(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#free];
    this.#items[this.#free] = undefined;
    this.#free += 1;
    // Each move copies no more items than were taken out since the last one.
    if (this.#free >= MIN_FREE && this.#free * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#free);
      this.#free = 0;
    }
    return item;
  }
}
