/** Keys that are derived from passwords before a handler runs, since deriving one takes some milliseconds. */

/** A password as it is kept. */
export interface PasswordHash {
  readonly salt: string;
  readonly hash: string;
}

/** A key to derive from a password. */
export interface KeyRequest {
  readonly password: string;
  readonly salt: string;
}

/** The keys that a handler needs: to hold a password against its hash then takes no time. */
export interface PasswordKeys {
  /** The hash of a password. */
  hash(request: KeyRequest): PasswordHash;
  /** Whether a password is the one that was hashed. */
  isRight(password: string, hash: PasswordHash): boolean;
}
