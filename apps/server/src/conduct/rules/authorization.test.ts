/** Authorization requests without state, PKCE or nonce. */
import { expect, it } from 'vitest';
import { findings, found } from '../attempts.fixture.js';
import { noPkce, noState } from './auth.js';

const asked = (query: string, operation = 'oauth.authorize') => [
  { at: 0, operation, query: query === '' ? '' : `client_id=a&response_type=code${query}` },
];
const isPublic = (id: string): boolean | undefined => (id === 'a' ? true : undefined);

it('finds requests with none of them', () => {
  expect(found(noState, asked('&scope=openid'))).toEqual([[1]]);
});

it.each(['&state=s', '&nonce=n', '&code_challenge=c', '&request=jwt', ''])('says nothing of one with %s', (query) => {
  expect(found(noState, asked(query))).toEqual([]);
});

it('says nothing of other operations, nor of what is sent in a form', () => {
  expect(found(noState, asked('&scope=openid', 'oauth.exchangeToken'))).toEqual([]);
  expect(found(noState, [{ at: 0, method: 'POST', operation: 'oauth.authorize' }])).toEqual([]);
});

it('finds codes without PKCE, graver for public clients', () => {
  expect(findings(noPkce, asked('&state=s'))).toMatchObject([{ severity: 'warning' }]);
  expect(findings(noPkce, asked('&state=s'), { isPublic })[0]).not.toHaveProperty('severity');
  expect(found(noPkce, asked('&state=s&nonce=n'), { isPublic })).toEqual([[1]]);
});

it('says nothing where there is PKCE, a nonce of a client with a secret, or no code', () => {
  expect(found(noPkce, asked('&code_challenge=c'), { isPublic })).toEqual([]);
  expect(found(noPkce, asked('&nonce=n'))).toEqual([]);
  const token = { at: 0, operation: 'oauth.authorize', query: 'client_id=a&response_type=id_token' };
  expect(found(noPkce, [token])).toEqual([]);
});
