/** Tokens that control the sandboxes whose names match, and nothing else. */
import type { ControlToken, MadeControlToken } from '@understudy/contract/sandboxes';
import { randomText, sha256 } from '#platform/hash';
import { instantText } from '../kit/clock.js';
import type { KeptToken, Store } from '../store/stores/store.js';

/** What such tokens begin with, so that none is taken for the admin token, and tools find them where they do not belong. */
export const CONTROL_TOKEN_PREFIX = 'utk_';

const DAY_MS = 86_400_000;

/** Says which sandboxes a caller of the control API reaches. */
export type Reach = (sandbox: string) => boolean;

const hashOf = (token: string): string => sha256(token, 'hex');

const shown = ({ id, sandboxes, createdAt, expiresAt }: KeptToken): ControlToken => ({
  id,
  sandboxes,
  created_at: instantText(createdAt),
  expires_at: instantText(expiresAt),
});

/** Whether a name is one of those that a text with `*` stands for; in linear time, whatever the text. */
export function matchesName(pattern: string, name: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  if (!name.startsWith(first)) return false;
  const last = others.pop();
  if (last === undefined) return name === pattern;
  let from = first.length;
  for (const part of others) {
    const found = name.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}

/** Makes, finds and revokes them; time is that of the machine. */
export class ControlTokens {
  /** How many are kept at once. */
  readonly most = 10_000;
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, machineNow: () => number) {
    this.#store = store;
    this.#now = machineNow;
  }

  /** Makes one; undefined where there are too many. */
  async make(sandboxes: string, days: number): Promise<MadeControlToken | undefined> {
    const token = `${CONTROL_TOKEN_PREFIX}${randomText(24)}`;
    const createdAt = this.#now();
    const kept = {
      id: `ctk_${hashOf(randomText(16)).slice(0, 12)}`,
      hash: hashOf(token),
      sandboxes,
      createdAt,
      expiresAt: createdAt + days * DAY_MS,
    };
    const added = await this.#store.tokens.add(kept, this.most);
    return added === 'full' ? undefined : { ...shown(kept), token };
  }

  /** Those that are valid, oldest first. */
  async list(): Promise<readonly ControlToken[]> {
    return (await this.#store.tokens.all(this.#now())).map(shown);
  }

  revoke(id: string): Promise<void> {
    return this.#store.tokens.remove(id);
  }

  /** The sandboxes that one reaches; undefined where it is not valid. */
  async reachOf(token: string): Promise<Reach | undefined> {
    const found = await this.#store.tokens.find(hashOf(token), this.#now());
    return found && ((name) => matchesName(found.sandboxes, name));
  }
}
