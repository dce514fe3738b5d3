/** The state of a memory store, as it goes from one server of a process to the next. */
import { datasetOf } from '../../app.js';
import { journalLimits } from '../../create-services.js';
import { MemoryJournals } from '../../state/stores/memory/journal/memory-journals.js';
import { MemoryStore } from '../../state/stores/memory/memory-store.js';
import { refit } from '../../state/stores/memory/refit.js';
import type { Surroundings } from '../../surroundings.js';
import type { Plan } from './plan.js';
import { say } from './say.js';

/** What is kept. */
export class KeptState {
  readonly #store = new MemoryStore();
  #journal: MemoryJournals;
  #plan: Plan;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#journal = new MemoryJournals(journalLimits(plan.settings));
  }

  /** What the server of the moment keeps its state in. */
  get parts(): Pick<Surroundings, 'store' | 'journal'> {
    return { store: this.#store, journal: this.#journal };
  }

  /** Makes it fit the next server; a sandbox that does not fit begins anew, which is said. */
  async refit(next: Plan): Promise<void> {
    const [before, after] = [this.#plan, next].map(({ settings }) => journalLimits(settings));
    if (JSON.stringify(before) !== JSON.stringify(after))
      this.#journal = new MemoryJournals(journalLimits(next.settings));
    const held = await datasetOf(this.#plan.settings, this.#plan.api);
    for (const { name, why } of await refit(this.#store, held, await datasetOf(next.settings, next.api))) {
      say(`the sandbox ${name} begins anew: ${why}`);
    }
    this.#plan = next;
  }
}
