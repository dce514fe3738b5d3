/** The option of claims: a file or an object, and what is said at the start of one that is wrong. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runServer } from '@understudy/tooling/server';
import { expect, test } from 'vitest';
import { createUnderstudy, OptionError } from '../../src/index.js';
import { ending, useFolder } from '../use.js';

const folder = useFolder();

/** The path of a file with a text in it. */
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const CLAIMS = { usr_0001: { roles: ['owner'], tenant: 'acme' } };

test.each([
  ['in a file', file('claims.json', `\uFEFF${JSON.stringify(CLAIMS)}`)],
  ['as an object', CLAIMS],
])('%s, claims are those of the user in every sandbox', async (_how, claims) => {
  const server = ending(createUnderstudy({ claims }));
  for (const base of ['', '/sandboxes/a']) {
    const answer = await server.fetch(`${base}/api/auth/users/usr_0001`);
    expect(await answer.json()).toMatchObject({ data: { claims: CLAIMS.usr_0001 } });
  }
});

test('an object is copied', async () => {
  const claims = structuredClone(CLAIMS);
  const server = ending(createUnderstudy({ claims }));
  claims.usr_0001.tenant = 'other';
  const answer = await server.fetch('/api/auth/users/usr_0001');
  expect(await answer.json()).toMatchObject({ data: { claims: CLAIMS.usr_0001 } });
});

const TOP = 'and must be an object with the claims of each user by id or e-mail address';
const KEY = 'must be the id of a user, such as usr_0001, an e-mail address, or * for all users';
const OWN = 'is a claim of the token itself, and cannot be given';

/** What is in a file, and what is said of it behind its name. */
const wrong: readonly (readonly [content: string, ...messages: readonly string[]])[] = [
  ['', 'it is empty'],
  ['{\n  "usr_0001": oops }', 'it is not valid JSON at line 2, column 15 (offset 16): unexpected text'],
  ['[{}]', `its top level is an array, ${TOP}`],
  ['null', `its top level is null, ${TOP}`],
  ['{ "usr_0001": { "sub": "x", "exp": 1 } }', `#/usr_0001/sub ${OWN}`, `#/usr_0001/exp ${OWN}`],
  [
    '{ "user_1": {}, "nobody": { "roles": [""] } }',
    `#/user_1 ${KEY}`,
    `#/nobody ${KEY}`,
    '#/nobody/roles/0 must have at least 1 character',
  ],
  [
    '{ "a@b.example": {}, "A@b.example": {} }',
    '#/A@b.example is there twice: the case of an e-mail address is ignored',
  ],
  [
    '{ "usr_0001": [], "usr_0002": { "roles": "admin" } }',
    '#/usr_0001 must be an object, but is an array',
    '#/usr_0002/roles must be an array, but is a string',
  ],
];

test.each(wrong)('%j is an OptionError that says where', (content, ...messages) => {
  const path = file('wrong.json', content);
  const expected = messages.map((message) => `the option claims is ${JSON.stringify(path)}, but ${message}`);
  expect(() => createUnderstudy({ claims: path })).toThrow(new OptionError(expected.join('\n')));
});

test('too many users are refused', () => {
  const claims = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`usr_${index}`, {}]));
  expect(() => createUnderstudy({ claims })).toThrow('it names 10001 users, and must name at most 10000');
});

test('a wrong file stops the start of the command with a line for each fault, and exit code 2', async () => {
  const path = file('stops.json', '{ "usr_0001": { "sub": "x", "exp": 1 } }');
  const { code, stdout, stderr } = await runServer(['--claims', path]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.trim().split('\n')).toEqual(
    ['sub', 'exp'].map((name) => `understudy: --claims is ${JSON.stringify(path)}, but #/usr_0001/${name} ${OWN}`),
  );
});

test('claims are refused where the server is started without users', () => {
  const without = ['auth', 'oauth', 'saas', 'social', 'commerce', 'events', 'food', 'realestate'].join();
  expect(() => createUnderstudy({ without, claims: CLAIMS })).toThrow(
    new OptionError(
      'the option claims is given, but there are no users; serve the domain auth as well, or give no claims',
    ),
  );
});
