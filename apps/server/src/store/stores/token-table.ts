/** The tokens that a store keeps beside its sandboxes: what makes and revokes them on one replica holds on all. */

/** A token as it is kept. */
export interface KeptToken {
  readonly id: string;
  /** SHA-256 of the token, in hex: the token itself is kept nowhere. */
  readonly hash: string;
  /** Names of sandboxes, in which `*` stands for any characters. */
  readonly sandboxes: string;
  /** In ms since 1970, by the clock of the process that made it. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Keeps tokens. Those that have ended by `now`, in ms since 1970, are not there. */
export interface TokenTable {
  /** Adds one, where that makes no more than `limit` of those that have not ended; the others are forgotten. */
  add(token: KeptToken, limit: number): Promise<'added' | 'full'>;
  /** All of them, oldest first. */
  all(now: number): Promise<readonly KeptToken[]>;
  /** The one with a hash. */
  find(hash: string, now: number): Promise<KeptToken | undefined>;
  /** Forgets the one of an id; without effect where it is not there. */
  remove(id: string): Promise<void>;
}
