/** The store that lives and dies with the process. */
import type { Changes, Store, StoredRecord } from '../store.js';

interface Kept {
  revision: number;
  readonly records: Map<string, { readonly revision: number; readonly record: StoredRecord }>;
}

/** Keeps everything in this process. */
export class MemoryStore implements Store {
  readonly exclusive = true;
  readonly #sandboxes = new Map<string, Kept>();

  async changedSince(sandbox: string, revision: number): Promise<Changes> {
    const kept = this.#sandboxes.get(sandbox);
    if (kept === undefined) return { revision: 0, records: [] };
    const changed = [...kept.records.values()].filter((entry) => entry.revision > revision);
    return { revision: kept.revision, records: changed.map((entry) => entry.record) };
  }

  async write(sandbox: string, revision: number, records: readonly StoredRecord[]): Promise<'written' | 'conflict'> {
    const kept = this.#sandboxes.get(sandbox) ?? { revision: 0, records: new Map() };
    if (kept.revision !== revision) return 'conflict';
    kept.revision += 1;
    for (const record of records) {
      kept.records.set(`${record.collection}/${record.id}`, { revision: kept.revision, record });
    }
    this.#sandboxes.set(sandbox, kept);
    return 'written';
  }

  async drop(sandbox: string): Promise<void> {
    this.#sandboxes.delete(sandbox);
  }

  async list(): Promise<readonly string[]> {
    return [...this.#sandboxes.keys()];
  }

  async close(): Promise<void> {
    this.#sandboxes.clear();
  }
}
