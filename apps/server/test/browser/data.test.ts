/** What a page is given: data as domains, so that other bundles do without what makes them, and claims of the users that it serves. */
import { expect, it } from 'vitest';
import { auth, createUnderstudy, dataDomains, education, OptionError } from '../../src/browser.js';
import { ending } from '../use.js';

const pets = [{ id: 1, name: 'Rex' }];

it('is served as domains of ones own are', async () => {
  const understudy = ending(createUnderstudy({ domains: dataDomains({ pets }) }));
  expect(await (await understudy.fetch('/api/pets/1')).json()).toMatchObject({ data: { id: 1, name: 'Rex' } });
});

it('is served without an envelope where that is asked for', async () => {
  const understudy = ending(createUnderstudy({ domains: dataDomains({ pets }, { bare: true }) }));
  expect(await (await understudy.fetch('/api/pets')).json()).toEqual(pets);
});

it('is refused as an option, with what to write instead', () => {
  const given: object = { data: { pets } };
  expect(() => createUnderstudy(given)).toThrow(OptionError);
  expect(() => createUnderstudy(given)).toThrow(/the option data .* domains: dataDomains\(json/);
});

const claims = { usr_0001: { tenant: 'acme' } };

it('has claims of the users that it serves', async () => {
  const understudy = ending(createUnderstudy({ domains: [auth], claims }));
  const answer = await understudy.fetch('/api/auth/users/usr_0001');
  expect(await answer.json()).toMatchObject({ data: { claims: claims.usr_0001 } });
});

it('refuses claims where it serves no users, also in a bundle that has them', () => {
  expect(() => createUnderstudy({ domains: [education], claims })).toThrow(
    new OptionError(
      'the option claims is given, but there are no users; serve the domain auth as well, or give no claims',
    ),
  );
});
