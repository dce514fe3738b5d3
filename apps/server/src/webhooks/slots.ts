/** Slots for attempts under way: few in all, fewer for each registration, so that a slow receiver holds up nobody else. */

/** Attempts under way at once; whoever has none under way may begin one as long as there is a slot. */
const MAX_RUNNING = 256;

/** Up to so many in all, one registration may have several. */
const MAX_SHARED = 32;
const MAX_PER_REGISTRATION = 4;

/** Why there is no slot: too many for this registration, or too many in all. */
export type Refusal = 'registration' | 'all';

/** Counts attempts under way. */
export class Slots {
  readonly #perLane = new Map<string, number>();
  #taken = 0;

  /** Takes a slot in the lane of a registration, or says why there is none. */
  take(lane: string): Refusal | undefined {
    const inLane = this.#perLane.get(lane) ?? 0;
    if (inLane >= MAX_PER_REGISTRATION) return 'registration';
    if (this.#taken >= (inLane === 0 ? MAX_RUNNING : MAX_SHARED)) return 'all';
    this.#perLane.set(lane, inLane + 1);
    this.#taken += 1;
    return undefined;
  }

  /** Gives a slot back. */
  leave(lane: string): void {
    const inLane = this.#perLane.get(lane) ?? 1;
    if (inLane > 1) this.#perLane.set(lane, inLane - 1);
    else this.#perLane.delete(lane);
    this.#taken -= 1;
  }
}
