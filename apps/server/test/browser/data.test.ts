/** Data in a page: it is given as domains, so that other bundles do without what makes them. */
import { expect, it } from 'vitest';
import { createUnderstudy, dataDomains, OptionError } from '../../src/browser.js';

const pets = [{ id: 1, name: 'Rex' }];

it('is served as domains of ones own are', async () => {
  const understudy = createUnderstudy({ domains: dataDomains({ pets }) });
  expect(await (await understudy.fetch('/api/pets/1')).json()).toMatchObject({ data: { id: 1, name: 'Rex' } });
  await understudy.close();
});

it('is served without an envelope where that is asked for', async () => {
  const understudy = createUnderstudy({ domains: dataDomains({ pets }, { bare: true }) });
  expect(await (await understudy.fetch('/api/pets')).json()).toEqual(pets);
  await understudy.close();
});

it('is refused as an option, with what to write instead', () => {
  const given: object = { data: { pets } };
  expect(() => createUnderstudy(given)).toThrow(OptionError);
  expect(() => createUnderstudy(given)).toThrow(/the option data .* domains: dataDomains\(json/);
});
