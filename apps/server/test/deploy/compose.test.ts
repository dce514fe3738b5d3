/** deploy/compose.yaml and deploy/Caddyfile against each other, and against the server that they run. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { apiOptionsFor } from '../../src/options/data.js';
import { optionsFor } from '../../src/options/options.js';
import { serveOptions } from '../../src/options/commands.js';
import { api, inProcess } from '../support.js';

const read = (name: string): string => readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');

const replica = z.object({
  environment: z.record(z.string(), z.unknown()),
  stop_grace_period: z.string(),
});
const { 'x-replica': given } = z.object({ 'x-replica': replica }).parse(parse(read('compose.yaml'), { merge: true }));
const drain = serveOptions.drain.read(given.environment['UNDERSTUDY_DRAIN']);

/** A setting of the balancer. */
const setting = (name: string): string => new RegExp(`^\\s*${name} (\\S+)$`, 'm').exec(read('Caddyfile'))?.[1] ?? '';
const seconds = (name: string): number => serveOptions.drain.read(setting(name));

it('gives no variable that the server does not read', () => {
  const options = { ...optionsFor(api.sizes), ...serveOptions, ...apiOptionsFor([]) };
  const known = [...Object.values(options).map(({ variable }) => variable), 'PGPASSWORD'];
  expect(known).toEqual(expect.arrayContaining(Object.keys(given.environment)));
});

it('drains for long enough for two checks of the balancer, which ask for what the server answers', async () => {
  expect(drain).toBeGreaterThanOrEqual(2 * seconds('health_interval') + seconds('health_timeout'));
  const { fetch, close } = await inProcess();
  expect((await fetch(setting('health_uri'))).status).toBe(200);
  await close();
});

it('waits for longer than a replica takes to stop', () => {
  expect(serveOptions.drain.read(given.stop_grace_period)).toBeGreaterThan(drain + 13.5);
});

it('takes no replica from everybody because an answer of one sandbox broke off', () => {
  expect(setting('fail_duration')).toBe('');
});

it('has a request wait for longer than a healthy replica is left out that was late to say so', () => {
  expect(seconds('lb_try_duration')).toBeGreaterThan(seconds('health_interval') + seconds('health_timeout'));
});
