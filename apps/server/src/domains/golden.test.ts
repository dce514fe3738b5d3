/** Pins the records of the default seed, domain by domain. */
import { test } from 'vitest';
import { expectGolden } from '../../test/golden/golden.js';
import { Dataset } from '../kit/index.js';
import * as domains from './index.js';

const sizes = {
  commerce: { products: 120, orders: 200 },
  education: { courses: 200, students: 500 },
  events: { events: 60 },
  food: { restaurants: 80, food_orders: 150 },
  realestate: { listings: 240, viewings: 80 },
  saas: { organizations: 12, contacts: 480, users: 50 },
  social: { accounts: 60, posts: 400 },
} as const;

test.each(Object.keys(sizes) as (keyof typeof sizes)[])(
  'the default seed gives what it gave before: %s',
  async (name) => {
    const dataset = new Dataset('understudy', sizes[name]);
    const { collections } = await domains[name]();
    expectGolden(
      `${name}.json`,
      dataset,
      collections.filter((collection) => collection.count(dataset) > 0),
    );
  },
);
