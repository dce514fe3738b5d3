/** Puts properties on the list. */
import type { contract } from '@understudy/contract';
import type { ProblemFault } from '@understudy/contract/kit';
import type { Listing } from '@understudy/contract/realestate';
import { badRequest, type ContextOf, type Result, zoneFault, zoneNamed } from '../../kit/index.js';
import { agents } from './records/agent.js';
import { usualHours } from './records/hours.js';
import { listings } from './records/listing.js';

type CreateContext = ContextOf<typeof contract.realestate, 'createListing'>;

/** What of a dwelling land has none of. */
const ofHomes = ['bedrooms', 'bathrooms', 'area_m2', 'year_built'] as const;

const invalid = (member: string, detail: string): ProblemFault => ({
  pointer: `#/${member}`,
  code: 'invalid_value',
  detail,
});

/** What no schema can see: a zone that there is, land without rooms, an end after the beginning. */
function faultsIn({ timezone, kind, expires_at, ...input }: CreateContext['input'], publishAt: number): ProblemFault[] {
  const faults: ProblemFault[] = [];
  if (zoneNamed(timezone) === undefined) faults.push(invalid('timezone', zoneFault(timezone)));
  for (const name of kind === 'land' ? ofHomes : []) {
    if (input[name] !== null) faults.push(invalid(name, 'must be null for land'));
  }
  if (expires_at !== null && Date.parse(expires_at) <= publishAt) {
    faults.push(invalid('expires_at', 'must lie after publish_at, and after the present'));
  }
  return faults;
}

/** Adds a listing, which goes live at once or when its time comes. */
export function createListing(ctx: CreateContext): Result<readonly Listing[]> {
  const { input, records, now, newId, emit } = ctx;
  const publishAt = Math.max(now, Date.parse(input.publish_at ?? '') || now);
  const errors = faultsIn(input, publishAt);
  if (errors.length > 0) throw badRequest(errors);
  const agent = input.agent_id === null ? undefined : records.find(agents, input.agent_id);
  const { publish_at: _publish, expires_at, viewing_hours = [...usualHours], ...given } = input;
  const at = new Date(now).toISOString();
  const created = records.put(listings, {
    id: newId(listings, [input]),
    version: 1,
    ...given,
    status: publishAt > now ? 'coming_soon' : 'active',
    price_period: input.offer === 'rent' ? 'month' : null,
    photo_count: 0,
    viewing_hours,
    publish_at: new Date(publishAt).toISOString(),
    expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
    listed_at: at,
    updated_at: at,
  });
  if (agent !== undefined) records.put(agents, { ...agent, listing_count: agent.listing_count + 1 });
  emit('listing.created', created);
  return { value: [created], location: `/api/realestate/listings/${created.id}` };
}
