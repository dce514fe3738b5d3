/** Whole datasets of the social media domain, for the tests. */
import { allOf } from '../../../kit/all-of.fixture.js';
import { type AnyCollection, Dataset } from '../../../kit/index.js';
import { accounts } from './account.js';
import { changes, posts } from './post.js';

/** The seeded collections of the domain. */
export const socialCollections: readonly AnyCollection[] = [accounts, posts, changes];

/** A dataset of a seed, with so many accounts and posts. */
export function networkOf(seed: string, sizes: { readonly accounts: number; readonly posts: number }): Dataset {
  return new Dataset(seed, sizes);
}

/** All records of all collections. */
export function everything(dataset: Dataset) {
  return { accounts: allOf(dataset, accounts), posts: allOf(dataset, posts), changes: allOf(dataset, changes) };
}
