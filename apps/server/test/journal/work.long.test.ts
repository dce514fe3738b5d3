/** Masking takes as long as its text is, whatever the text: nothing of it is read again for each of its characters. */
import { expect, it } from 'vitest';
import { maskBody, maskHeader, maskPath, maskQuery, maskText } from '../../src/journal/mask.js';

const LENGTH = 32_768;

/** What a scanner may start over with at each of its repetitions. */
const UNITS = [
  'a',
  'eyJ-',
  'eyJ.',
  'sk-',
  'sk-a',
  'ghp_',
  '-----BEGIN ',
  '-----BEGIN RSA PRIVATE KEY-----',
  '://',
  '://a:',
  '://a@',
]
  .concat([
    'bearer ',
    'basic a',
    '=',
    'a=',
    'password=',
    'password="',
    'password:',
    'password:{',
    'token: "',
    '%',
    '%25',
    '%7B%22',
  ])
  .concat([
    '{',
    '[',
    '{"',
    '{"a":',
    '{"password":{',
    '{"password":"',
    '"',
    '\\',
    '\\"',
    '{"value":',
    '{"name":"password"}',
    '{"a":"%25',
  ])
  .concat([
    '{"value":{"name":"password","x":',
    '{"name":"password","value":[',
    '&',
    '+',
    ';',
    ',',
    'a=b;',
    ',a=b',
    '<',
    '<a ',
    '<password>',
  ])
  .concat([
    '<a b="',
    '--B',
    '--B\r\n',
    '\r\n\r\n',
    'AKIA',
    ' ',
    '\n',
    '{a',
    "'",
    '"a":',
    'v2.local.',
    '<x type=password value=',
    '\u00e9',
  ]);

const WAYS: readonly (readonly [string, (text: string) => string])[] = [
  ['JSON', (text) => maskBody(text, 'application/json')],
  ['the start of JSON', (text) => maskBody(`{"${text}`, 'application/json', true)],
  ['a form', (text) => maskBody(text, 'application/x-www-form-urlencoded')],
  ['multipart', (text) => maskBody(text, 'multipart/form-data; boundary=B')],
  ['markup', (text) => maskBody(`<${text}`, 'application/xml')],
  ['text', maskText],
  ['a header', (text) => maskHeader('x-any', text)],
  ['cookies', (text) => maskHeader('set-cookie', text)],
  ['a query', maskQuery],
  ['a path', maskPath],
];

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it.each(WAYS)('%s', (_, mask) => {
  for (const unit of UNITS) {
    const text = `${unit.repeat(LENGTH / unit.length)}"`;
    // What starts over at each character takes seconds for this.
    expect(
      cpuMs(() => mask(text)),
      JSON.stringify(unit),
    ).toBeLessThan(1000);
  }
});
