/** The tokens of a store that dies with its process. */
import type { KeptToken, TokenTable } from '../token-table.js';

/** Keeps tokens by their hashes. */
export class MemoryTokens implements TokenTable {
  readonly #tokens = new Map<string, KeptToken>();

  async add(token: KeptToken, limit: number): Promise<'added' | 'full'> {
    for (const { hash, expiresAt } of this.#tokens.values())
      if (expiresAt <= token.createdAt) this.#tokens.delete(hash);
    if (this.#tokens.size >= limit) return 'full';
    this.#tokens.set(token.hash, token);
    return 'added';
  }

  async all(now: number): Promise<readonly KeptToken[]> {
    const alive = [...this.#tokens.values()].filter(({ expiresAt }) => expiresAt > now);
    return alive.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  async find(hash: string, now: number): Promise<KeptToken | undefined> {
    const token = this.#tokens.get(hash);
    return token !== undefined && token.expiresAt > now ? token : undefined;
  }

  async remove(id: string): Promise<void> {
    for (const token of this.#tokens.values()) if (token.id === id) this.#tokens.delete(token.hash);
  }
}
