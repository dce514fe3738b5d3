/** The registry of sandboxes: each comes into being when it is first named, and is forgotten when it was idle too long. */
import { badRequest, ProblemError } from '../kit/problem-error.js';
import { Sandbox, type SandboxParts } from './sandbox.js';

/** Name of the sandbox that has the bare origin as its address. */
export const DEFAULT_SANDBOX = 'default';

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Limits of the registry. */
export interface SandboxLimits {
  /** Sandboxes that this process holds at once. */
  readonly maxSandboxes: number;
  /** The monotonic clock of the machine, in ms. */
  readonly monotonic: () => number;
}

interface Entry {
  readonly sandbox: Sandbox;
  /** Place in the order of coming into being. */
  readonly order: number;
  usedAt: number;
}

/** All sandboxes of a server, as this process knows them. */
export class Sandboxes {
  readonly #parts: SandboxParts;
  readonly #limits: SandboxLimits;
  readonly #entries = new Map<string, Entry>();
  #orders = 0;
  readonly default: Sandbox;

  constructor(parts: SandboxParts, limits: SandboxLimits) {
    this.#parts = parts;
    this.#limits = limits;
    this.default = this.#add(DEFAULT_SANDBOX);
  }

  /** The sandbox of a name, if it has come into being; this counts as a use of it. */
  find(name: string): Sandbox | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const now = this.#limits.monotonic();
    if (this.#isIdle(entry, now)) {
      this.#forget(entry);
      return undefined;
    }
    entry.usedAt = now;
    return entry.sandbox;
  }

  /** The sandbox of a name; it comes into being if it was not there. */
  open(name: string): Sandbox {
    const found = this.find(name);
    if (found !== undefined) return found;
    if (!NAME.test(name)) {
      const detail = 'must be 1 to 64 of a-z, 0-9, dot, underscore and hyphen, starting with a letter or digit';
      throw badRequest([{ parameter: 'name', code: 'invalid_format', detail }]);
    }
    if (this.#entries.size >= this.#limits.maxSandboxes) this.sweep();
    if (this.#entries.size >= this.#limits.maxSandboxes) {
      throw new ProblemError('sandbox_full', {
        detail: `this server holds ${this.#entries.size} sandboxes, as many as it may; delete some, or start it with a larger --max-sandboxes`,
      });
    }
    return this.#add(name);
  }

  /** Counts as a use of a sandbox that someone holds already. */
  touch(sandbox: Sandbox): void {
    const entry = this.#entries.get(sandbox.name);
    if (entry !== undefined) entry.usedAt = this.#limits.monotonic();
  }

  /** The sandboxes there are, in the order they came into being, each with its place in that order. */
  list(): { readonly sandbox: Sandbox; readonly order: number }[] {
    this.sweep();
    return [...this.#entries.values()];
  }

  /** Forgets a sandbox and all that was written to it; the default one starts over. */
  async drop(sandbox: Sandbox): Promise<void> {
    await sandbox.exclusively(async () => {
      await this.#parts.store.drop(sandbox.name);
      sandbox.retire();
    });
    if (sandbox !== this.default) this.#entries.delete(sandbox.name);
  }

  /** Forgets those that were idle too long. */
  sweep(): void {
    const now = this.#limits.monotonic();
    for (const entry of this.#entries.values()) if (this.#isIdle(entry, now)) this.#forget(entry);
  }

  #add(name: string): Sandbox {
    const sandbox = new Sandbox(name, this.#parts);
    this.#entries.set(name, { sandbox, order: this.#orders++, usedAt: this.#limits.monotonic() });
    return sandbox;
  }

  /** Only a store that dies with the process forgets: a durable one keeps what it was given. */
  #isIdle({ sandbox, usedAt }: Entry, now: number): boolean {
    const ttl = sandbox.config.ttl_seconds;
    return ttl !== null && this.#parts.store.exclusive && sandbox !== this.default && now - usedAt > ttl * 1000;
  }

  #forget({ sandbox }: Entry): void {
    this.#entries.delete(sandbox.name);
    sandbox.retire();
    // An exclusive store drops at once; nobody waits for it.
    void this.#parts.store.drop(sandbox.name);
  }
}
