/** Why a store cannot be used from the start, as the option that is wrong. */
import { version } from '../../server/version.js';

/** The options that a store can be at odds with. */
export type RefusedOption = 'store' | 'seed' | 'size' | 'data';

/** A store refuses to be used with the options given; nothing was changed in it. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly option: RefusedOption;

  /** @param reason what is wrong, to be read after "--store is …, but" */
  constructor(option: RefusedOption, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.option = option;
  }
}

/** A store cannot be used now, and may be later: the options need not be wrong. */
export class StoreAway extends StoreRefused {}

/** What an error says, on one line. */
export function lineOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Refuses a database that a newer release has changed, and names both.
 *
 * @param release the release that changed its tables last
 */
export function refuseNewer(held: number, known: number, release: string): never {
  throw new StoreRefused(
    'store',
    `Understudy ${release} made it: its schema has version ${held}, and this is Understudy ${version}, which knows versions up to ${known}; start Understudy ${release} or newer, or use another database`,
  );
}
