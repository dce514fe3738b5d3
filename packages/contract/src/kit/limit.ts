/** A limit that counts the writes that were accepted: what an operation declares of it. */
import { DeclarationError } from './declaration-error.js';

/** A limit that some operations share: so many of their writes are accepted in a window of the sandbox's clock. */
export interface CountedLimit {
  /** Names the limit; the operations with the same name are counted together, and its reads say what is left of it. */
  readonly name: string;
  /** Accepted writes in a window, where the domain does not say another number for a call. */
  readonly quota: number;
  /** Length of a window, in seconds: windows begin at its multiples since 1970, so that 60 is a minute of the clock. */
  readonly window: number;
}

/** What stands in a header as a quoted text without escapes (RFC 9651 §3.3.3). */
const NAME = /^[\w .-]{1,64}$/;

/** Whether a text can name a policy of a limit. */
export const isPolicyName = (name: unknown): boolean => typeof name === 'string' && NAME.test(name);

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;

/** Refuses a limit that no header can say, or that nothing could be written under. */
export function checkLimit({ limit, scope }: { readonly limit?: CountedLimit; readonly scope?: string }): void {
  if (limit === undefined) return;
  const { name, quota, window } = limit;
  if (scope === 'registry') throw new DeclarationError('it has a limit, which only operations of a sandbox can have');
  if (!isPolicyName(name)) {
    throw new DeclarationError(
      `its limit is named ${JSON.stringify(name)}; a name has letters, digits, spaces, _ . and -`,
    );
  }
  if (!isCount(quota)) throw new DeclarationError('the quota of its limit is not an integer of at least 1');
  if (!isCount(window))
    throw new DeclarationError('the window of its limit is not a whole number of seconds of at least 1');
}
