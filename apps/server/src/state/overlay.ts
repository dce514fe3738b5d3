/** The records of a sandbox that differ from the seeded data, as one process knows them. */
import type { Changes } from './store.js';

/** The changed records of one collection. */
export class CollectionOverlay {
  /** The present form of each changed record by id; undefined once removed. */
  readonly records = new Map<string, unknown>();
  /** Ids of the created records, in order of creation. */
  readonly created: string[] = [];
  /** The sandbox's revision at which this collection last changed. */
  revision = 0;
}

const untouched = new CollectionOverlay();

/** All changed records of a sandbox, at a revision. */
export class Overlay {
  revision = 0;
  /** Changed records that count against the sandbox's limit. */
  size = 0;
  readonly #collections = new Map<string, CollectionOverlay>();

  /** The changed records of a collection. */
  of(collection: string): CollectionOverlay {
    return this.#collections.get(collection) ?? untouched;
  }

  /** Takes over what changed. */
  apply(changes: Changes): void {
    this.revision = changes.revision;
    for (const { collection, id, value, order } of changes.records) {
      let overlay = this.#collections.get(collection);
      if (overlay === undefined) {
        overlay = new CollectionOverlay();
        this.#collections.set(collection, overlay);
      }
      if (!overlay.records.has(id)) this.size += 1;
      overlay.records.set(id, value);
      overlay.revision = changes.revision;
      if (order !== null) overlay.created[order] = id;
    }
  }
}
