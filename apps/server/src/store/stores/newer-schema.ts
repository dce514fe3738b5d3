/** Refuses a database that a newer release has changed, and names both. */
import { version } from '../../server/version.js';
import { StoreRefused } from './refused.js';

/** @param release the release that changed its tables last, as far as it says so */
export function refuseNewer(held: number, known: number, release: unknown): never {
  const [made, least] =
    typeof release === 'string'
      ? [`Understudy ${release} made it`, `Understudy ${release} or newer`]
      : ['a newer release made it', 'a newer release'];
  throw new StoreRefused(
    'store',
    `${made}: its schema has version ${held}, and this is Understudy ${version}, which knows versions up to ${known}; start ${least}, or use another database`,
  );
}
