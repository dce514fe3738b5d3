/** All domains this server serves: one line for each. */
import { education } from './education/index.js';

/** The domains, by name. */
export const domains = {
  education,
};

const collections = Object.values(domains).flatMap((domain) => domain.collections);

/** Records seeded when nobody asks for another size, by collection. */
export const defaultSizes: Readonly<Record<string, number>> = Object.fromEntries(
  collections.flatMap(({ name, defaultSize }) => (defaultSize === undefined ? [] : [[name, defaultSize]])),
);
