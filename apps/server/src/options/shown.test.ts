import { expect, it } from 'vitest';
import { shown } from './option.js';

it.each([
  ['postgres://me:s3cr3t@host/db', 'postgres://me:***@host/db'],
  ['postgres://me:s3cr3t@host:99999/db', 'postgres://me:***@host:99999/db'],
  ['postgres://me:s3/cr?e#t@host/db', 'postgres://me:***@host/db'],
  ['postgres://me:s3 cr3t@host/db', 'postgres://me:***@host/db'],
  ['postgres://me:s3\ncr3t"@host/db', 'postgres://me:***@host/db'],
  ['postgres://me:s3@cr3t@host/db', 'postgres://me:***@host/db'],
  ['postgres:/me:s3cr3t@host/db', 'postgres:/me:***@host/db'],
  ['postgres:me:s3cr3t@host/db', 'postgres:me:***@host/db'],
  ['postgres//me:s3cr3t@host/db', 'postgres//me:***@host/db'],
  ['postgress:me:s3cr3t@host/db', 'postgress:***@host/db'],
  ['me:s3cr3t@host/db', 'me:***@host/db'],
  [' postgres://me:s3cr3t@host', ' postgres://me:***@host'],
  ['postgres://:s3cr3t@host/db', 'postgres://:***@host/db'],
  ['postgres://me:s3cr3t', 'postgres://me:***'],
  ['postgres://me:s3cr3t/db', 'postgres://me:***'],
  ['postgres://host:5432/db', 'postgres://host:5432/db'],
  ['postgres://host/db?user=me&password=s3cr3t&x=1', 'postgres://host/db?user=me&password=***&x=1'],
  ['postgres://host/db?pass%77ord=s3cr3t', 'postgres://host/db?pass%77ord=***'],
  ['postgres://host/db?PASSWORD=s3 cr3t', 'postgres://host/db?PASSWORD=***'],
  ['host=h password=s3cr3t dbname=x', 'host=h password=*** dbname=x'],
  ["host=h password = 's3 cr3t' dbname=x", 'host=h password = *** dbname=x'],
  ['PGPASSWORD=s3cr3t', 'PGPASSWORD=***'],
  ['sqlite:/var/lib/understudy/state.db', 'sqlite:/var/lib/understudy/state.db'],
  ['memory', 'memory'],
])('shows no password: %j', (value, expected) => {
  expect(shown(value)).toBe(JSON.stringify(expected));
});

it.each([
  ['12:30', '"12:30"'],
  [['10.0.0.0/99'], '["10.0.0.0/99"]'],
  [undefined, ''],
  [7, '7'],
])('shows what is no address as it is: %j', (value, expected) => {
  expect(shown(value)).toBe(expected);
});
