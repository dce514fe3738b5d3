/** Grants and what hangs on them: their numbers, their lives, and the secrets that stand for them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Dataset } from '../kit/dataset.js';
import { Draft } from '../kit/draft.js';
import { Overlay } from '../store/model/overlay.js';
import { sequences } from '../kit/records.js';
import { View } from '../store/model/view.js';
import {
  beginGrant,
  type Grant,
  grants,
  identityCollections,
  issueRefreshToken,
  nextNumber,
  partingNumber,
  peekNumber,
  refreshTokens,
  revokeGrant,
  secretValue,
  usedCodes,
} from './grants.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const THIRTY_DAYS = 2_592_000_000;

const viewOf = (seed: string): View => new View(new Dataset(seed, { users: 10 }), new Overlay());

let draft: Draft;
beforeEach(() => {
  draft = new Draft(viewOf('understudy'));
});

const login = { userId: 'usr_0001', clientId: 'web', scope: 'openid', authTime: 1_772_000_000, confidential: true };
const begin = (more: { readonly sid?: string } = {}): Grant =>
  beginGrant(draft, { ...login, ...more }, { now: NOW, sandbox: 'one' });

it('numbers follow one another, and looking takes none', () => {
  expect([peekNumber(draft), peekNumber(draft), nextNumber(draft), peekNumber(draft), nextNumber(draft)]).toEqual([
    1, 1, 1, 2, 2,
  ]);
  expect(draft.get(sequences, 'tokens')).toEqual({ id: 'tokens', next: 3 });
});

it('a number parts those from before it from those to come', () => {
  const before = nextNumber(draft);
  const parting = partingNumber(draft);
  expect(before).toBeLessThan(parting);
  expect(nextNumber(draft)).toBe(parting);
});

describe('a grant', () => {
  it('is for thirty days, for whom and what it was given, and its own session', () => {
    const expected = {
      id: 'gnt_n000001',
      number: 1,
      user_id: 'usr_0001',
      client_id: 'web',
      scope: 'openid',
      auth_time: 1_772_000_000,
      sid: 'gnt_n000001',
      revoked: false,
      expires_at: NOW + THIRTY_DAYS,
    };
    expect(begin()).toMatchObject(expected);
    expect(draft.get(grants, 'gnt_n000001')).toMatchObject(expected);
  });

  it('has a number of its own, and the session of a browser where there is one', () => {
    expect([begin(), begin({ sid: 'browser' })]).toMatchObject([
      { id: 'gnt_n000001', sid: 'gnt_n000001' },
      { id: 'gnt_n000002', sid: 'browser' },
    ]);
  });

  it('is ended, and stays so', () => {
    const [ended, other] = [begin(), begin()];
    revokeGrant(draft, ended.id);
    const revoked = draft.get(grants, ended.id);
    expect(revoked).toEqual({ ...ended, revoked: true });
    expect(draft.get(grants, other.id)).toEqual(other);
    // What has ended is not written again.
    revokeGrant(draft, ended.id);
    expect(draft.get(grants, ended.id)).toBe(revoked);
  });

  it('that is not there is not made by being ended', () => {
    revokeGrant(draft, 'gnt_n000009');
    expect(draft.writes).toEqual([]);
  });
});

describe('a refresh token', () => {
  const issue = (grant: Grant, now = NOW, sandbox = 'one'): string => issueRefreshToken(draft, grant, { now, sandbox });

  it('lives for thirty days, and its grant with it', () => {
    const grant = begin();
    const token = issue(grant, NOW + 5000);
    expect(token).toMatch(/^rt_[\w-]{43}$/);
    expect(token).toBe(`rt_${secretValue(draft, ['refresh', 'one', 2, grant.key, NOW + 5000])}`);
    const expires_at = NOW + 5000 + THIRTY_DAYS;
    expect(draft.get(refreshTokens, token)).toEqual({ id: token, grant_id: grant.id, used: false, expires_at });
    expect(draft.get(grants, grant.id)).toEqual({ ...grant, expires_at });
  });

  it('makes no grant of one that is gone', () => {
    const grant = begin();
    issue({ ...grant, id: 'gnt_n000009' });
    expect(draft.writes.filter(({ collection }) => collection.name === grants.name)).toEqual([
      { collection: grants, record: grant },
    ]);
  });

  it('is another one each time, in each sandbox and for each seed', () => {
    const grant = begin();
    const tokens = [issue(grant), issue(grant)];
    for (const [seed, sandbox] of [
      ['understudy', 'two'],
      ['another', 'one'],
    ] as const) {
      draft = new Draft(viewOf(seed));
      tokens.push(issue(begin(), NOW, sandbox));
    }
    draft = new Draft(viewOf('understudy'));
    expect(issue(begin())).toBe(tokens[0]);
    expect(new Set(tokens).size).toBe(4);
  });
});

describe('a secret', () => {
  it('is the same for the same parts, and another one for others or another seed', () => {
    const view = viewOf('understudy');
    const secrets = [
      secretValue(view, ['a', 'b']),
      secretValue(view, ['ab']),
      secretValue(view, ['a,b']),
      secretValue(view, ['b', 'a']),
      secretValue(view, ['a', 'b', '']),
      secretValue(viewOf('other'), ['a', 'b']),
    ];
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(secretValue(viewOf('understudy'), ['a', 'b'])).toBe(secrets[0]);
  });
});

describe('what is kept', () => {
  const refresh = { id: 'rt_a', grant_id: 'gnt_n000001', used: false, expires_at: 7 };
  const code = { id: 'a', grant_id: 'gnt_n000001', expires_at: 8 };

  it('is what a snapshot may bring back, no member more or less', () => {
    const grant = begin();
    expect(grants.schema.parse({ ...grant, other: 1 })).toEqual(grant);
    expect(refreshTokens.schema.parse({ ...refresh, other: 1 })).toEqual(refresh);
    expect(usedCodes.schema.parse({ ...code, other: 1 })).toEqual(code);
    expect(grants.schema.safeParse({ ...grant, expires_at: 'never' }).success).toBe(false);
  });

  it('ends when it expires', () => {
    expect(grants.expires?.({ ...begin(), expires_at: 6 })).toBe(6);
    expect(refreshTokens.expires?.(refresh)).toBe(7);
    expect(usedCodes.expires?.(code)).toBe(8);
  });

  it('has names and prefixes that nobody else has', () => {
    expect(identityCollections.map(({ name, prefix }) => `${name} ${prefix}`)).toEqual([
      'grants gnt',
      'refresh_tokens rt',
      'used_codes code',
      'revoked_tokens tok',
      'ended_sessions ses',
    ]);
  });
});
