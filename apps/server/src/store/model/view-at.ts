/** The records of a sandbox at an instant of its clock, and how long what was seen of them stays true. */
import type { AnyCollection, Collection, Positions } from '../../kit/collection.js';
import type { Dataset } from '../../kit/dataset.js';
import { always, both, type Period } from '../../kit/listing.js';
import type { Identified, Records } from '../../kit/records.js';
import { applyTransitions } from '../../kit/apply-transitions.js';
import type { View } from './view.js';

/** A view at an instant: what the clock has made of records is seen wherever they are read. */
export class ViewAt implements Records {
  /** The instant, in ms since 1970. */
  readonly now: number;
  readonly #view: View;
  #period = always;

  constructor(view: View, now: number) {
    this.#view = view;
    this.now = now;
  }

  get dataset(): Dataset {
    return this.#view.dataset;
  }

  /** When those who look would see what was seen of the records so far, if nobody writes. */
  get period(): Period {
    return this.#period;
  }

  /** Notes that something else was seen that is not always so. */
  within(period: Period): void {
    this.#period = both(this.#period, period);
  }

  get<Item extends Identified>(collection: Collection<Item>, id: string): Item | undefined {
    const record = this.#view.get(collection, id);
    if (collection.transition === undefined || record === undefined || !this.#view.has(collection, id)) return record;
    return this.#moved(collection, record);
  }

  at<Item extends Identified>(collection: Collection<Item>, position: number): Item | undefined {
    const record = this.#view.at(collection, position);
    if (collection.transition === undefined || record === undefined || !this.#view.has(collection, record.id)) {
      return record;
    }
    return this.#moved(collection, record);
  }

  changed<Item extends Identified>(collection: Collection<Item>): Item[] {
    const records = this.#view.changed(collection);
    return collection.transition === undefined ? records : records.map((record) => this.#moved(collection, record));
  }

  /** Ids of the records of a collection that were created, changed or removed, in no order that matters. */
  changedIds(collection: AnyCollection): string[] {
    return this.#view.changedIds(collection);
  }

  has(collection: AnyCollection, id: string): boolean {
    return this.#view.has(collection, id);
  }

  size(collection: AnyCollection): number {
    return this.#view.size(collection);
  }

  removed(collection: AnyCollection): number {
    return this.#view.removed(collection);
  }

  positionOf(collection: AnyCollection, id: string): number | undefined {
    return this.#view.positionOf(collection, id);
  }

  lookup<Item extends Identified>(
    collection: Collection<Item>,
    field: keyof Item,
    value: string,
  ): Positions | undefined {
    return this.#view.lookup(collection, field, value);
  }

  #moved<Item extends Identified>(collection: Collection<Item>, written: Item): Item {
    const { record, period } = applyTransitions(collection, written, this.now);
    this.within(period);
    return record;
  }
}
