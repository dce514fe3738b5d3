/** Changes listings: their texts, their price, and where they stand. */
import type { contract } from '@understudy/contract';
import type { Listing } from '@understudy/contract/realestate';
import { badRequest, type ContextOf, type Result } from '../../kit/index.js';
import { listings } from './records/listing.js';

type UpdateContext = ContextOf<typeof contract.realestate, 'updateListing'>;
type Status = Listing['status'];

/** What a client can make of a listing by its status; the clock does the rest. */
const following: Readonly<Record<Status, readonly Status[]>> = {
  coming_soon: ['withdrawn'],
  active: ['under_offer', 'withdrawn'],
  under_offer: ['active', 'closed', 'withdrawn'],
  closed: [],
  withdrawn: [],
  expired: ['active', 'withdrawn'],
};

function checkStatus(found: Listing, changed: Listing, { now, problem }: UpdateContext): void {
  if (changed.status === found.status) return;
  const conflict = (detail: string) => problem('conflict', { detail, current: found });
  if (!following[found.status].includes(changed.status)) {
    const allowed = following[found.status].join(' or ') || 'nothing else any more';
    throw conflict(`${found.id} is ${found.status}, which ${allowed} can follow, not ${changed.status}`);
  }
  if (changed.status === 'active' && changed.expires_at !== null && Date.parse(changed.expires_at) <= now) {
    throw conflict(`${found.id} expired at ${changed.expires_at}; send a later expires_at as well, or null`);
  }
}

/** The end that a change names, in UTC with milliseconds as it is kept. */
function endIn(found: Listing, { patch: { expires_at }, now }: UpdateContext): Pick<Listing, 'expires_at'> | object {
  if (expires_at === undefined || expires_at === null) return expires_at === null ? { expires_at } : {};
  const at = new Date(expires_at).toISOString();
  if (at === found.expires_at || Date.parse(at) > Math.max(now, Date.parse(found.publish_at)))
    return { expires_at: at };
  const detail = 'must lie after publish_at, and after the present';
  throw badRequest([{ pointer: '#/expires_at', code: 'invalid_value', detail }]);
}

/** Changes a listing. */
export function updateListing(ctx: UpdateContext): Result<readonly Listing[]> {
  const { input, patch, merged, records, now, emit } = ctx;
  const found = records.find(listings, input.listing_id);
  const changed = merged(found, { ...patch, ...endIn(found, ctx) });
  if (changed === found) return { value: [found] };
  checkStatus(found, changed, ctx);
  const kept = records.put(listings, { ...changed, updated_at: new Date(now).toISOString() });
  const isWithdrawn = kept.status === 'withdrawn' && found.status !== 'withdrawn';
  emit(isWithdrawn ? 'listing.withdrawn' : 'listing.updated', kept);
  return { value: [kept] };
}
