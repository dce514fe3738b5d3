/** The headers of a delivery, byte for byte, as the descriptions of both vocabularies have them. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bodyOf, signedHeaders, signingForm } from './signing.js';

const delivery = { eventId: 'evt_1', body: '{"note":"Zoë — 5 €"}', now: 1_772_366_400_999, depth: 1 };
const SECONDS = 1_772_366_400;

const hmac = (key: Buffer | string, text: string, encoding: 'base64' | 'hex'): string =>
  createHmac('sha256', key).update(text).digest(encoding);

describe.each([
  ['base64', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', Buffer.from('C2FVsBQIhrscChlQIMV+b5sSYspob7oD', 'base64')],
  ['base64', 'whsec_c2VjcmV0cw==', Buffer.from('secrets')],
  ['base64', 'whsec_c2VjcmV0', Buffer.from('secret')],
  ['base64', 'whsec_c2VjcmU=', Buffer.from('secre')],
  ['base64', 'whsec_+/+/', Buffer.from('+/+/', 'base64')],
  ['raw', 'a secret of its own', Buffer.from('a secret of its own')],
  ['raw', 'Geheimnis für 5 £', Buffer.from('Geheimnis für 5 £', 'latin1')],
  ['raw', 'whsec_', Buffer.from('whsec_')],
  ['raw', 'whsec_abc', Buffer.from('whsec_abc')],
  ['raw', 'whsec_abcde', Buffer.from('whsec_abcde')],
  ['raw', 'whsec_ab==cdef', Buffer.from('whsec_ab==cdef')],
  ['raw', 'whsec_abcd====', Buffer.from('whsec_abcd====')],
  ['raw', 'whsec_abc-', Buffer.from('whsec_abc-')],
  ['raw', 'whsec_-b==', Buffer.from('whsec_-b==')],
  ['raw', 'whsec_-bc=', Buffer.from('whsec_-bc=')],
  ['raw', 'whsec_abcd\n', Buffer.from('whsec_abcd\n')],
  ['raw', 'xwhsec_abcd', Buffer.from('xwhsec_abcd')],
] as const)('%s: %j', (form, secret, key) => {
  it('is the key of both signatures', () => {
    expect(signingForm(secret)).toBe(form);
    expect(signedHeaders([secret], delivery)).toMatchObject({
      'webhook-signature': `v1,${hmac(key, `evt_1.${SECONDS}.${delivery.body}`, 'base64')}`,
      'stripe-signature': `t=${SECONDS},v1=${hmac(secret, `${SECONDS}.${delivery.body}`, 'hex')}`,
    });
  });
});

it('says what was sent, by whom and in which second', () => {
  expect(signedHeaders(['secret'], delivery)).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Understudy-Webhooks/1',
    'cdn-loop': 'understudy;depth=1',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(SECONDS),
  });
});

it('signs with each secret, in the lists that both vocabularies have', () => {
  const [one, other] = ['whsec_c2VjcmV0cw==', 'another one'].map((secret) => signedHeaders([secret], delivery));
  const both = signedHeaders(['whsec_c2VjcmV0cw==', 'another one'], delivery);
  expect(both['webhook-signature']).toBe(`${one?.['webhook-signature']} ${other?.['webhook-signature']}`);
  expect(both['stripe-signature']).toBe(`${one?.['stripe-signature']},${other?.['stripe-signature']?.split(',')[1]}`);
});

/** JSON as libraries write it: compact as JavaScript, Go and Ruby, with spaces as Python, indented, with PHP's slashes. */
const writers: readonly (readonly [string, (value: unknown) => string])[] = [
  ['compact', (value) => JSON.stringify(value)],
  ['compact, as PHP escapes', (value) => JSON.stringify(value).replaceAll('/', String.raw`\/`)],
  ['with spaces, as Python', spaced],
  ['with spaces and escaped slashes', (value) => spaced(value).replaceAll('/', String.raw`\/`)],
  ['indented by 2', (value) => JSON.stringify(value, null, 2)],
  ['indented by 4', (value) => JSON.stringify(value, null, 4)],
  ['indented by tabs', (value) => JSON.stringify(value, null, '\t')],
  ['with a space after each brace', (value) => JSON.stringify(value).replaceAll('{', '{ ')],
];

/** JSON of what has no comma and no colon in its texts, with a space after each. */
function spaced(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[:,]/g, '$& ');
}

describe.each([
  ['what has a slash', { id: 'evt_1', data: { object: { path: '/a/b', back: '\\/', quote: '"/' } } }],
  ['what has none', { id: 'evt_1', data: { object: {} } }],
  ['text beyond ASCII', { id: 'evt_1', data: { object: { note: 'Zoë — 5 € {', odd: '\ud800' } } }],
])('the body of %s', (_what, event) => {
  it('is the event, and the same each time', () => {
    expect(JSON.parse(bodyOf(event))).toEqual(event);
    expect(bodyOf(event)).toBe(bodyOf(structuredClone(event)));
  });

  it.each(writers)('is not what is written again %s', (_how, write) => {
    expect(write(JSON.parse(bodyOf(event)))).not.toBe(bodyOf(event));
  });
});
