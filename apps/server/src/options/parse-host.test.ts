/** What a server may be told to listen on, and to keep its data in. */
import { expect, it } from 'vitest';
import { listenAddress } from './network.js';
import { NotAllowed, store } from './parse.js';

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', 'localhost'],
  ['::', '::'],
  ['::1', '::1'],
  ['[::1]', '::1'],
  ['[::]', '::'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
  ['[fe80::1%eth0]', 'fe80::1%eth0'],
  ['my-machine', 'my-machine'],
])('listens at %s', (given, host) => {
  expect(listenAddress(given)).toBe(host);
});

it.each([
  '',
  ' ',
  '127.0.0.1:4010',
  'localhost:4010',
  '[::1]:4010',
  'http://localhost',
  'a/b',
  '[localhost]',
  'a b',
  7,
])('refuses to listen at %j', (given) => {
  expect(() => listenAddress(given)).toThrow(NotAllowed);
});

it.each(['memory', 'sqlite:state.db', 'sqlite:/var/lib/state.db', 'sqlite:///var/lib/state.db', 'sqlite:./a b?.db'])(
  'stores in %s',
  (given) => {
    expect(store(given)).toBe(given);
  },
);

it.each([
  'sqlite:',
  'sqlite::memory:',
  'sqlite:file:state.db',
  'sqlite:file::memory:?cache=shared',
  'sqlite://state.db',
  'sqlite:state.db?mode=memory',
  ':memory:',
  'state.db',
  '',
])('refuses to store in %s, which would be a file of another name', (given) => {
  expect(() => store(given)).toThrow(NotAllowed);
});
