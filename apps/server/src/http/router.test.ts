import { describe, expect, it } from 'vitest';
import { createRouter, type Route } from './router.js';

const route = (method: string, path: string): Route => ({
  method,
  path,
  answer: () => {
    throw new Error('it is only looked up');
  },
});

const paths = [
  '/products',
  '/products/{id}.json',
  '/products/{id}/images.json',
  '/products/{id}/variants/{variant_id}.json',
  '/jobs/{job}',
  '/jobs/{job}:cancel',
  '/jobs/{job}.{form}',
  '/posts/{post}{ending}',
  '/jobs/latest',
  '/compare/{base}...{head}',
  '/pets/{pet-id}/$links/{x.y}',
];

describe('the router', () => {
  const find = createRouter(paths.map((path) => route('GET', path)));

  it.each([
    ['/products/1.json', '/products/{id}.json', { id: '1' }],
    ['/products/1/images.json', '/products/{id}/images.json', { id: '1' }],
    ['/products/1/variants/2.json', '/products/{id}/variants/{variant_id}.json', { id: '1', variant_id: '2' }],
    ['/jobs/a%2Fb', '/jobs/{job}', { job: 'a/b' }],
    ['/jobs/7:cancel', '/jobs/{job}:cancel', { job: '7' }],
    ['/jobs/7.diff', '/jobs/{job}.{form}', { job: '7', form: 'diff' }],
    ['/posts/a.b.json', '/posts/{post}{ending}', { post: 'a.b', ending: '.json' }],
    ['/posts/ab', '/posts/{post}{ending}', { post: 'a', ending: 'b' }],
    ['/jobs/latest', '/jobs/latest', {}],
    ['/compare/main...next', '/compare/{base}...{head}', { base: 'main', head: 'next' }],
    ['/pets/1/$links/2', '/pets/{pet-id}/$links/{x.y}', { 'pet-id': '1', 'x.y': '2' }],
    ['/products/', '/products', {}],
  ])('finds %s at %s', (path, template, parameters) => {
    const match = find('GET', path);
    expect('route' in match && [match.route.path, match.parameters]).toEqual([template, parameters]);
  });

  it.each(['/products/1.xml', '/products/.json', '/jobs', '/jobs/7/8'])('finds nothing at %s', (path) => {
    expect(find('GET', path)).toMatchObject({ methods: [] });
  });
});
