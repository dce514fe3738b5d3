/** Seeded data as one domain sees it: what it keeps there lies apart from what other domains keep. */
import { Dataset } from './dataset.js';

/** How a domain sees the seeded data of a server. */
export interface Scope {
  readonly domain: string;
  /** Names under which collections of the domain are served, by the name that the domain has for them. */
  readonly names: ReadonlyMap<string, string>;
}

/** Seeded data in the names of one domain. */
class ScopedDataset extends Dataset {
  readonly #base: Dataset;
  readonly #domain: string;

  constructor(base: Dataset, { domain, names }: Scope) {
    const own = Array.from(names, ([name, served]) => [name, base.sizes[served]]).filter(
      ([, size]) => size !== undefined,
    );
    super(base.seed, { ...base.sizes, ...Object.fromEntries(own) }, { claims: base.claims });
    this.#base = base;
    this.#domain = domain;
  }

  override has(name: string): boolean {
    return this.#base.has(`${this.#domain}/${name}`);
  }

  override relation<Relation>(name: string, build: () => Relation): Relation {
    return this.#base.relation(`${this.#domain}/${name}`, build);
  }
}

/** Gives the function that shows seeded data as a domain sees it. */
export function scoping(scope: Scope): (dataset: Dataset) => Dataset {
  const known = new WeakMap<Dataset, Dataset>();
  return (dataset) => {
    const scoped = known.get(dataset) ?? new ScopedDataset(dataset, scope);
    known.set(dataset, scoped);
    return scoped;
  };
}
