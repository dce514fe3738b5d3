/** The public kit: what declares a domain, its records, and its handlers. Our own domains are written with it. */
export * from '@understudy/contract/kit';
export { z } from 'zod';
export { Allocation, approaching, grouped, itemAt, remember, Tally, together } from './allocation.js';
export { API_KEY_PREFIX, type ApiKey, type FindApiKey, hashOfApiKey, newApiKey, type SoughtKey } from './credential.js';
export { instantText } from './clock.js';
export {
  type AnyCollection,
  type Collection,
  internalCollection,
  isRemoved,
  nowhere,
  type Positions,
  range,
  type Removal,
  type VersionedCollection,
} from './collection.js';
export {
  CARD_CODE,
  charge,
  type ChargeOutcome,
  type Decline,
  declined,
  hasExpired,
  isNeverCharged,
  storedCard,
  passesLuhn,
} from './money.js';
export type { ContextOf } from './context.js';
export type { LimitedCall, LimitedWith, FindLimited } from './implement.js';
export type { Bearer, Member } from './credential.js';
export { type CrudHandlers, type CrudKind, type CrudOptions, crudHandlers, type Makers } from './record-handlers.js';
export { Dataset, EPOCH } from './dataset.js';
export type { Entries, EntryAt, Rows } from './listing.js';
export { eventNumber } from './event-source.js';
export type { EventBatch, EventsNow, StreamEvent } from './event-source.js';
export type { FileContent, FileResult } from './handler.js';
export { fileTag } from './handler.js';
export type { Failure, HandlersOf, Needs, OutcomeOf, Result } from './handler.js';
export { indexOfSeededId, naturalId, seededId } from './random.js';
export { implement, type Implementation } from './implement.js';
export { children, parent, type Related, type RelationParts } from './included.js';
export { listing, type Only } from './listing.js';
export { ValueCache } from './made-once.js';
export { badRequest, type ProblemDetails } from './problem-error.js';
export { type LongRelation, longRelation } from './dataset.js';
export {
  collection,
  type CollectionOf,
  type CollectionParts,
  type RecordSchema,
  type Seeded,
  type Versions,
} from './make-collection.js';
export { type ReadRow, readRows, type RowFault } from './read-rows.js';
export type { Records, SoughtRecords, WritableRecords } from './records.js';
export { moneyIn, shareOf, splitAmount } from './money.js';
export type { Random } from './random.js';
export type { MakeContext } from './record-handlers.js';
export { nextInSequence, numberedId, peekSequence } from './records.js';
export type { SeededPerson, SeedTools } from './seed-tools.js';
export { drawEmail, drawName } from './dataset.js';
export { drawCompany } from './dataset.js';
export type { PlaceName } from './places.js';
export { drawAddress, type Place, type PlacedAddress, placeNamed, places } from './places.js';
export type { DueEvent } from './collection.js';
export type { Showcase } from './implement.js';
export { countBefore, type Transition } from './collection.js';
export { type Opening, type OpeningHours, openingAt } from './weekly-plan.js';
export { startsOn } from './weekly-plan.js';
export { boundsAt, instantsAt, localTime, wallAt, type Zone, zoneFault, zoneNamed, zoneOf } from './zone.js';
export { dateOf, dayOf } from './zone.js';
export { metresBetween } from './distance.js';
