/** Words of names, singular and plural, articles and participles. */
import { describe, expect, test } from 'vitest';
import { pluralOf, singularOf } from '../../kit/nouns.js';
import { participlesOf } from './operations.js';
import { fitOf, isSameNoun, withArticle, wordsOf } from './nouns.js';

describe('words of a name', () => {
  test.each([
    ['userId', 'user id'],
    ['user_id', 'user id'],
    ['user-id', 'user id'],
    ['UserID', 'user id'],
    ['user.id', 'user id'],
    ['userIDs', 'user ids'],
    ['APIKey', 'api key'],
    ['page[size]', 'page size'],
    ['$top', 'top'],
    ['@odata.nextLink', 'odata next link'],
    ['_embedded', 'embedded'],
    ['', ''],
    ['größe', 'größe'],
  ])('%s', (name, words) => expect(wordsOf(name).join(' ')).toBe(words));
});

describe('singular and plural', () => {
  test.each([
    ['pets', 'pet'],
    ['companies', 'company'],
    ['addresses', 'address'],
    ['boxes', 'box'],
    ['statuses', 'status'],
    ['houses', 'house'],
    ['databases', 'database'],
    ['people', 'person'],
    ['movies', 'movie'],
    ['media', 'media'],
    ['branches', 'branch'],
    ['keys', 'key'],
    ['caches', 'cache'],
    ['indices', 'index'],
  ])('%s: %s', (many, one) => {
    expect(singularOf(many)).toBe(one);
    if (many !== 'indices') expect(pluralOf(one)).toBe(many);
    expect(singularOf(one)).toBe(one);
  });
});

test.each([
  ['blog_posts', 'BlogPost', true],
  ['pet', 'pets', true],
  ['pet', 'petStore', false],
])('%s and %s are one noun: %s', (one, other, is) => expect(isSameNoun(one, other)).toBe(is));

test.each([
  ['pet', 'pet', 2],
  ['pets', 'pet', 2],
  ['petDetails', 'pet', 1],
  ['repositoryAssociationSummaries', 'association', 1],
  ['owner', 'pet', 0],
])('%s fits %s: %i', (name, noun, fit) => expect(fitOf(name, [noun])).toBe(fit));

test.each([
  ['pet', 'a pet'],
  ['order', 'an order'],
  ['user', 'a user'],
  ['upload', 'an upload'],
  ['event', 'an event'],
  ['hour', 'an hour'],
  ['unit', 'a unit'],
])('%s: %s', (noun, text) => expect(withArticle(noun)).toBe(text));

test.each([
  ['cancel', 'cancelled'],
  ['cancel', 'canceled'],
  ['archive', 'archived'],
  ['publish', 'published'],
  ['pay', 'paid'],
  ['ship', 'shipped'],
  ['start', 'in_progress'],
  ['verify', 'verified'],
])('after %s, a thing may be %s', (verb, participle) => expect(participlesOf(verb)).toContain(participle));
