/** What a cell reads of its commands, and what it refuses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('../src/curl.ts', import.meta.url))],
  format: 'esm',
  write: false,
});
const { readCommands } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);

const AT = 'http://127.0.0.1:4010/api/notes';
const FORM = ['Content-Type', 'application/x-www-form-urlencoded'];

/** A command, and the method, address, headers and body of its request. */
const read = [
  [`curl ${AT}`, ['GET', AT, []]],
  [`curl '${AT}?a=1&b=2' # 404: why`, ['GET', `${AT}?a=1&b=2`, []]],
  ['curl localhost:4010/api/notes', ['GET', 'http://localhost:4010/api/notes', []]],
  [`curl -siXPUT ${AT} \\\n  -H 'If-Match: "1"'`, ['PUT', AT, [['If-Match', '"1"']]]],
  [`curl ${AT} -d a=1 --data b=2`, ['POST', AT, [FORM], 'a=1&b=2']],
  [
    `curl ${AT} -H 'content-type: text/plain' -d "say \\"a\\""`,
    ['POST', AT, [['content-type', 'text/plain']], 'say "a"'],
  ],
  [`curl -G ${AT} --data-urlencode 'q=a b'`, ['GET', `${AT}?q=a%20b`, []]],
  [`curl -u me:it ${AT} -I`, ['HEAD', AT, [['Authorization', 'Basic bWU6aXQ=']]]],
  [
    `curl --json '{ "a":\n "it'\\''s" }' ${AT}`,
    [
      'POST',
      AT,
      [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
      ],
      '{ "a":\n "it\'s" }',
    ],
  ],
];
for (const [code, [method, url, headers, body]] of read) {
  test(`reads ${code}`, () => {
    const [{ init, url: found }, ...others] = readCommands(code);
    assert.deepEqual([init.method, found, init.headers, init.body, others.length], [method, url, headers, body, 0]);
  });
}

test('reads several commands, each with its text, its status and what it shows', () => {
  const commands = readCommands(`# first\ncurl -i ${AT} # 404\n\ncurl ${AT} -o file; curl ${AT}`);
  assert.deepEqual(
    commands.map(({ text, status, shows }) => [text, status, shows.head, shows.body]),
    [
      [`curl -i ${AT}`, 404, true, true],
      [`curl ${AT} -o file`, undefined, false, false],
      [`curl ${AT}`, undefined, false, true],
    ],
  );
});

/** What is no cell, and what the message says. */
const refused = [
  ['', 'no command'],
  [`curl '${AT}`, 'quote is not closed'],
  [`curl ${AT} | jq`, 'without |'],
  [`curl "${AT}?cursor=$cursor"`, 'no variables'],
  [`id=$(curl ${AT})`, 'without $'],
  ['wget localhost:4010/api/notes', 'not wget'],
  ['curl https://example.com/', 'server of the page alone'],
  [`curl ${AT} --cert a`, 'option --cert'],
  [`curl ${AT} -X`, 'needs a value'],
  [`curl ${AT} -d @file`, 'reads no files'],
  [`curl ${AT} -H 'Origin: https://a.example'`, 'header Origin'],
];
for (const [code, why] of refused) {
  test(`refuses ${code || 'nothing'}`, () =>
    assert.throws(() => readCommands(code), {
      name: 'CellError',
      message: new RegExp(why.replaceAll(/[|$]/g, '\\$&')),
    }));
}
