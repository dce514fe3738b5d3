/** The fault rules that a server is started with. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runServer } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { createUnderstudy, OptionError } from '../../src/index.js';
import { send } from '../sandboxes/client.js';
import { sqliteBackend } from '../stores/stores.js';
import { texts } from './rules.js';
import { long } from '../long.js';
import { ending, useFolder } from '../use.js';

const folder = useFolder();

/** The path of a file with a text in it. */
function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const RULES = [{ id: 'first', times: 1, fault: 'server_error' as const }, { fault: 'preset;name=slow_3g' }];
const LISTED = ['first: server_error', 'slow_3g_1: delay;ms=400, bandwidth;bytes_per_second=50000'];

describe('every sandbox begins with them', () => {
  it.each([
    ['as a list', RULES],
    ['in a file', file('rules.json', JSON.stringify(RULES))],
    ['in a file as a client sets them', file('object.json', `\uFEFF${JSON.stringify({ rules: RULES })}`)],
  ])('%s', async (_name, faults) => {
    const server = ending(createUnderstudy({ faults }));
    for (const name of ['default', 'a']) expect(await texts(server, name)).toEqual(LISTED);
    await send(server, 'PUT', '/sandboxes/a', { strict: true });
    expect(await texts(server, 'a')).toEqual(LISTED);
    await send(server, 'DELETE', '/sandboxes/a/faults');
    expect(await texts(server, 'a')).toEqual([]);
    await send(server, 'POST', '/sandboxes/a/reset');
    expect(await texts(server, 'a')).toEqual(LISTED);
    await send(server, 'PUT', '/sandboxes/a', { faults: [] });
    expect(await texts(server, 'a')).toEqual([]);
    await send(server, 'POST', '/sandboxes/a/reset');
    expect(await texts(server, 'a')).toEqual([]);
    expect(await texts(server, 'b')).toEqual(LISTED);
  });

  it('and has others where the server is started with others, unless it was configured', async () => {
    const { address: store, remove } = await sqliteBackend();
    const first = createUnderstudy({ store, faults: RULES });
    await send(first, 'PUT', '/sandboxes/configured', {});
    await first.close();
    const second = createUnderstudy({ store, faults: [{ fault: 'hang' }] });
    expect(await texts(second, 'a')).toEqual(['rule_1: hang']);
    expect(await texts(second, 'configured')).toEqual(LISTED);
    await second.close();
    await remove();
  });
});

const TOP = 'and must be an array of rules, or { "rules": […] }';
const KNOWN = 'id, enabled, when, after, times, every, per, probability, from, until, fault, answer';

/** What is in a file, and what is said of it behind its name. */
const wrong: readonly (readonly [content: string, ...messages: readonly string[]])[] = [
  ['', 'it is empty'],
  ['[{\n  "fault": oops }]', 'it is not valid JSON at line 2, column 12 (offset 14): unexpected text'],
  ['"reset"', `its top level is a string, ${TOP}`],
  ['null', `its top level is null, ${TOP}`],
  [
    '[{ "when": { "operation": "notes.*" }, "fault": "reset" }]',
    '#/0/when/operation matches no operation of this server that meets faults: "notes.*"',
  ],
  ['{ "faults": [] }', `its top level is an object with other members, ${TOP}`],
  ['{ "rules": [], "more": 1 }', `its top level is an object with other members, ${TOP}`],
  ['{ "rules": 3 }', '#/rules must be an array, but is a number'],
  [
    '[{ "fault": "hang", "tiems": 1 }]',
    `#/0/tiems is not known here; did you mean times? the members here are ${KNOWN}`,
  ],
  [
    '{ "rules": [{ "fault": "status" }, { "fault": "hang" }, { "fault": "delay;ms=99999" }] }',
    '#/rules/0/fault gives status no code, which must be an integer from 400 to 599',
    '#/rules/2/fault gives delay ms=99999, which must be a number from 0 to 60000',
  ],
];

const wrongFile = (index: number): string => file(`wrong-${index}.json`, wrong[index]?.[0] ?? '');

it.each(wrong)('in process, %j is an OptionError', (content, ...messages) => {
  const path = wrongFile(wrong.findIndex(([one]) => one === content));
  const expected = messages.map((message) => `the option faults is ${JSON.stringify(path)}, but ${message}`);
  expect(() => createUnderstudy({ faults: path })).toThrow(new OptionError(expected.join('\n')));
});

long('stops the start of the command with a line for each fault, and exit code 2', async () => {
  const [, ...messages] = wrong.at(-1) ?? [];
  const path = wrongFile(wrong.length - 1);
  const { code, stdout, stderr } = await runServer(['--faults', path]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.trim().split('\n')).toEqual(
    messages.map((message) => `understudy: --faults is ${JSON.stringify(path)}, but ${message}`),
  );
});

it.each([
  [
    'a file that is not there',
    { faults: './nowhere.json' },
    'the option faults is "./nowhere.json", but there is no such file',
  ],
  ['a folder', { faults: tmpdir() }, `the option faults is ${JSON.stringify(tmpdir())}, but that is a directory`],
  ['a rule', { faults: [{ fault: 'hagn' }] }, 'the option faults is given, but #/0/fault has the unknown fault "hagn"'],
  [
    'a redirect that leads nowhere',
    { faults: [{ fault: 'redirect;to=downgrade' }], publicUrl: 'http://api.example.com' },
    'the option faults is given, but #/0/fault gives redirect to=downgrade, which needs a public URL with https:',
  ],
  ['no path', { faults: 7 as never }, 'the option faults is 7, but must be the path of a JSON file'],
])('refuses %s', (_name, options, message) => {
  expect(() => createUnderstudy(options)).toThrow(message);
});
