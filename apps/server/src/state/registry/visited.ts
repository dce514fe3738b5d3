/** Sandboxes that hold nothing in this process: all requests to one name share one. */
import { LRUCache } from '#platform/lru-cache';
import type { Sandbox } from './sandbox.js';

/** Those used last are kept; the others only as long as a request holds them. */
const KEPT = 1000;

/** Sandboxes that only cost what a request to them costs. */
export class Visited {
  readonly #recent = new LRUCache<string, Sandbox>({ max: KEPT });
  readonly #all = new Map<string, WeakRef<Sandbox>>();
  readonly #collected = new FinalizationRegistry<string>((name) => {
    if (this.#all.get(name)?.deref() === undefined) this.#all.delete(name);
  });

  /** The one of a name, if anybody has it. */
  any(name: string): Sandbox | undefined {
    return this.#all.get(name)?.deref();
  }

  /** Counts as a use of one that somebody holds; false where it is not among those that are used. */
  touch(sandbox: Sandbox): boolean {
    return this.#recent.get(sandbox.name) === sandbox;
  }

  /** Takes in one that is used. */
  add(sandbox: Sandbox): void {
    this.#recent.set(sandbox.name, sandbox);
    this.#share(sandbox);
  }

  /** Takes in one that was forgotten: requests that hold it, and those to come, go on in the same. */
  forget(sandbox: Sandbox): void {
    this.#recent.delete(sandbox.name);
    this.#share(sandbox);
  }

  #share(sandbox: Sandbox): void {
    if (this.#all.get(sandbox.name)?.deref() === sandbox) return;
    this.#all.set(sandbox.name, new WeakRef(sandbox));
    this.#collected.register(sandbox, sandbox.name, sandbox);
  }

  /** Lets one go that holds something from now on. */
  delete(sandbox: Sandbox): void {
    if (this.#all.get(sandbox.name)?.deref() !== sandbox) return;
    this.#recent.delete(sandbox.name);
    this.#all.delete(sandbox.name);
    this.#collected.unregister(sandbox);
  }
}
