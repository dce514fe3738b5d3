/** What the journal and the log hide. */
import { describe, expect, it } from 'vitest';
import { maskBody, maskHeader, maskQuery } from './mask.js';

/** A value as the body of a request has it, masked. */
const maskedJson = (value: unknown) => maskBody(JSON.stringify(value), 'application/json');

const SECRETS = ['password', 'client_secret', 'signing_secret', 'access_token', 'refresh_token', 'id_token']
  .concat(['id_token_hint', 'login_hint_token', 'token', 'code', 'code_verifier', 'client_assertion', 'api_key'])
  .concat(['x_api_key', 'set_cookie', 'new_password']);

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string) => name.replaceAll('_', '-');

describe.each([
  ['snake case', (name: string) => name],
  ['camel case', camel],
  ['kebab case', kebab],
  ['capitals', (name: string) => name.toUpperCase()],
])('secret names in %s', (_style, written) => {
  it.each(SECRETS.map(written))('%s is masked in JSON and in a query', (name) => {
    expect(maskedJson({ nested: [{ [name]: 'hunter2' }] })).toBe(`{"nested":[{"${name}":"***"}]}`);
    expect(maskQuery(`a=1&${name}=hunter2`)).toBe(`a=1&${name}=***`);
  });
});

it.each(['CVC', 'Pin', 'Code'])('a token whose end looks like the name of a secret, %s, is hidden as a name', (end) => {
  const token = `glpat-AjMBTEtNIza86wko${end}`;
  for (const text of [`${token}=1`, `${token}=`, `a=b&${token}=1`]) expect(maskQuery(text)).not.toContain('AjMB');
  for (const value of ['1', null]) expect(maskedJson({ [token]: value })).not.toContain('AjMB');
});

it.each(['status_code', 'token_type', 'code_challenge', 'token_endpoint', 'ticket_code', 'discount', 'keys'])(
  '%s is no secret',
  (name) => {
    expect(maskQuery(`${name}=shown`)).toBe(`${name}=shown`);
  },
);

it.each([
  [
    { card: { number: '4242424242424242', exp_month: 12, cvc: '123' } },
    '{"card":{"number":"***","exp_month":12,"cvc":"***"}}',
  ],
  [{ number: '4242 4242 4242 4242', cvv: '0' }, '{"number":"***","cvv":"***"}'],
  [
    { number: 'U-100001', pan: 'no', sku: '4242424242424242' },
    '{"number":"U-100001","pan":"no","sku":"4242424242424242"}',
  ],
])('hides the number and the code of a card, and shows other numbers: %j', (value, shown) => {
  expect(maskedJson(value)).toBe(shown);
  expect(maskBody(JSON.stringify(value), 'application/json')).toBe(shown);
});

it('hides the number of a card in a form', () => {
  const form = 'card[number]=4242+4242+4242+4242&number=7&cvc=123';
  expect(maskQuery(form)).toBe('card[number]=***&number=7&cvc=***');
  expect(maskBody('{"number":4242424242424242}', 'application/json')).toBe('{"number":"***"}');
});

it.each([
  ['Bearer secrettoken', 'Bearer ***'],
  ['bearer\tsecrettoken', 'bearer ***'],
  ['Basic dXNlcjpwYXNz', 'Basic ***'],
  ['DPoP secrettoken more', 'DPoP ***'],
  ['Bearer', 'Bearer'],
  ['Bearer ', 'Bearer '],
  ['secrettoken', '***'],
  ['secret token', '***'],
  ['Bearersecrettoken', '***'],
  ['', '***'],
])('Authorization: %j is shown as %j', (value, shown) => {
  expect(maskHeader('authorization', value)).toBe(shown);
});

it('shows what tRPC puts into a query, but for its secrets', () => {
  const input = (text: string) => decodeURIComponent(maskQuery(`input=${encodeURIComponent(text)}`));
  expect(input('{"accessToken":"hunter2","q":"a"}')).toBe('input={"accessToken":"***","q":"a"}');
  expect(input('accessToken=hunter2')).toBe('input=accessToken=***');
  expect(input(`${'['.repeat(2000)}{"token":"hunter2"`)).toBe(`input=${'['.repeat(2000)}{"token":"***"`);
});
