/** A bounded memory of derived facts, for those that many records ask for again and again. */
import type { World } from '../../../kit/world.js';

/** Facts kept at a time; a power of two. */
const SLOTS = 1024;

/** Facts by number: each has one slot, and gives way to the next that needs it. */
class Slots<Fact> {
  readonly #keys = new Float64Array(SLOTS).fill(-1);
  readonly #facts: Fact[] = [];

  get(key: number, make: () => Fact): Fact {
    const slot = key % SLOTS;
    const kept = this.#facts[slot];
    if (kept !== undefined && this.#keys[slot] === key) return kept;
    const fact = make();
    this.#keys[slot] = key;
    this.#facts[slot] = fact;
    return fact;
  }
}

/**
 * Wraps a function of a world and a number so that what it gave lately is given again. It changes
 * no result: the facts follow from the arguments, and nobody changes them.
 */
export function remember<Fact extends object>(
  name: string,
  make: (world: World, key: number) => Fact,
): (world: World, key: number) => Fact {
  const relation = `education/memo/${name}`;
  return (world, key) => world.relation(relation, () => new Slots<Fact>()).get(key, () => make(world, key));
}
