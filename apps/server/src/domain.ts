/** The kit for a domain of one's own: what declares it, its records, and its handlers. */
export * from '@understudy/contract/kit';
export { z } from 'zod';
export { type Collection, isRemoved, nowhere, type Positions, type Removal } from './kit/collection.js';
export type { ContextOf } from './kit/context.js';
export { type CrudHandlers, type CrudOptions, crudHandlers, type Makers } from './kit/crud-handlers.js';
export { EPOCH, type Dataset } from './kit/dataset.js';
export type { HandlersOf, OutcomeOf } from './kit/handler.js';
export { seededId } from './kit/ids.js';
export { implement, type Implementation } from './kit/implement.js';
export { listing } from './kit/listing.js';
export { collection, type CollectionParts, type RecordSchema, type Seeded } from './kit/make-collection.js';
export type { Random } from './kit/random.js';
export type { MakeContext } from './kit/record-handlers.js';
export type { SeededPerson, SeedTools } from './kit/seed-tools.js';
