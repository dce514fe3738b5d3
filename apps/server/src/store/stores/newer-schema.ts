/** Refuses a database that a newer release has changed, and names both. */
import { version } from '../../server/version.js';
import { StoreRefused } from './refused.js';

/** @param release the release that changed its tables last */
export function refuseNewer(held: number, known: number, release: string): never {
  throw new StoreRefused(
    'store',
    `Understudy ${release} made it: its schema has version ${held}, and this is Understudy ${version}, which knows versions up to ${known}; start Understudy ${release} or newer, or use another database`,
  );
}
