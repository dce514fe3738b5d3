/** The headers of a delivery, byte for byte, as the descriptions of both vocabularies have them. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signedHeaders, signingForm } from './signing.js';

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
    expect(signedHeaders(secret, delivery)).toMatchObject({
      'webhook-signature': `v1,${hmac(key, `evt_1.${SECONDS}.${delivery.body}`, 'base64')}`,
      'stripe-signature': `t=${SECONDS},v1=${hmac(secret, `${SECONDS}.${delivery.body}`, 'hex')}`,
    });
  });
});

it('says what was sent, by whom and in which second', () => {
  expect(signedHeaders('secret', delivery)).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Understudy-Webhooks/1',
    'cdn-loop': 'understudy;depth=1',
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(SECONDS),
  });
});
