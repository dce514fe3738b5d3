/** All domains this server serves: one line for each. */
import type { AnyCollection } from '../kit/collection.js';
import { internalCollections } from '../state/model/internal.js';
import { auth } from './auth/index.js';
import { education } from './education/index.js';
import { events } from './events/index.js';
import { oauth } from './oauth/index.js';
import { sandboxes } from './sandboxes/index.js';
import { webhooks } from './webhooks/index.js';

/** The domains, by name. */
export const domains = {
  education,
  oauth,
  auth,
  webhooks,
  events,
  sandboxes,
};

const ofDomains: AnyCollection[] = Object.values(domains).flatMap((domain) => [...domain.collections]);

/** Every collection that a sandbox may hold records of, by name. */
export const collections: ReadonlyMap<string, AnyCollection> = new Map(
  [...ofDomains, ...internalCollections].map((collection) => [collection.name, collection]),
);

/** Records seeded when nobody asks for another size, by collection. */
export const defaultSizes: Readonly<Record<string, number>> = Object.fromEntries(
  ofDomains.flatMap(({ name, defaultSize }) => (defaultSize === undefined ? [] : [[name, defaultSize]])),
);
