/** The kit for a domain of one's own: what declares it, its records, and its handlers. */
export * from '@understudy/contract/kit';
export { z } from 'zod';
export { type Collection, isRemoved, nowhere, type Positions, type Removal } from './kit/collection.js';
export type { ContextOf } from './kit/context.js';
export { EPOCH, type Dataset } from './kit/dataset.js';
export type { HandlersOf, OutcomeOf } from './kit/handler.js';
export { seededId } from './kit/ids.js';
export { implement, type Implementation } from './kit/implement.js';
export { listing } from './kit/listing.js';
export type { Random } from './kit/random.js';
