/** The OpenAPI document is made once, and a little at a time: it takes long, and a query of one's own must not make it anew. */
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import { problemOf } from '@understudy/contract/kit';
import { generateOpenApiDocument } from 'trpc-openapi';
import { expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { generated, plainProcedures } from '../../src/http/openapi/operations.js';
import type { OpenApiDocument } from '../../src/http/openapi/openapi-document.js';

/** What of a schema describes it, which its types leave out. */
interface Describing {
  processJSONSchema(): void;
}

type Made = typeof import('../../src/http/openapi/document.js').openApiDocument;

/** How often documents were made; of what the last one was, and in how many steps. */
const made = vi.hoisted(() => ({ count: 0, steps: 0, of: [] as unknown[] }));
vi.mock('../../src/http/openapi/document.js', async (load) => {
  const module = await load<typeof import('../../src/http/openapi/document.js')>();
  const openApiDocument: Made = function* counting(...given) {
    made.count += 1;
    made.of = given;
    const steps = module.openApiDocument(...given);
    for (made.steps = 0; ; made.steps += 1) {
      const step = steps.next();
      if (step.done === true) return step.value;
      yield;
    }
  };
  return { ...module, openApiDocument };
});

// Tests of a worker share their modules, and what makes the document may have been loaded for others before.
vi.resetModules();
const { builtinDomains } = await import('../../src/server/builtin-domains.js');
const { servedApi } = await import('../../src/server/served-api.js');
const { scheduler } = await import('../../src/listing/scheduler.js');
const { inProcess } = await import('../support.js');

it('is made in steps: of a few operations at first, and then of one', async () => {
  const server = await inProcess({ serves: servedApi({ ours: builtinDomains }) });
  const { paths, components } = (await (await server.fetch('/openapi.json')).json()) as OpenApiDocument;
  await server.close();
  const named = Object.values(components).flatMap((sort) => Object.keys(sort));
  const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
  expect(made.steps).toBeGreaterThan(operations.length + named.length);

  const [router, api] = made.of as Parameters<Made>;
  const source = {
    procedures: await scheduler.run(plainProcedures(router, api)),
    defs: { Problem: problemOf(api.kinds) },
    options: { title: 'A', version: '1', baseUrl: '/' },
  };
  const outputs = Object.values(source.procedures).map(
    ({ _def }) => (_def as unknown as { readonly output: z.ZodType }).output,
  );
  const spies = Array.from(new Set(outputs), ({ _zod }) =>
    vi.spyOn(_zod as unknown as Describing, 'processJSONSchema'),
  );
  const described = (): number => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  const atOnce: number[] = [];
  const steps = generated(source);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) atOnce.push(described());
  const most = Math.max(...atOnce.map((count, i) => count - (atOnce[i - 1] ?? 0)));
  expect([most > 0, most <= 2]).toEqual([true, true]);
  expect(described()).toBeGreaterThanOrEqual(spies.length);
  vi.restoreAllMocks();

  // The same as all of them together, which have no failures either.
  const together = Object.entries(source.procedures).map(([name, { _def }]) => {
    const meta = Object(_def.meta) as { openapi?: object };
    return [name, { _def: { ..._def, meta: { ...meta, openapi: { ...meta.openapi, errorResponses: {} } } } }];
  });
  const procedures = Object.fromEntries(together) as object;
  const { defs, options } = source;
  const whole = generateOpenApiDocument({ _def: { procedures } } as never, { ...options, defs } as never);
  const [apart, all] = [step.value.components['schemas'], whole.components?.schemas];
  expect(Object.keys(Object(apart) as object)).toEqual(Object.keys(Object(all) as object));
  expect(JSON.stringify(apart) === JSON.stringify(all)).toBe(true);
  expect(JSON.stringify(step.value.paths) === JSON.stringify(whole.paths)).toBe(true);
});

it('is made, and compressed for an address, once for many who ask at the same time', async () => {
  await using server = await inProcess({ serves: servedApi({ ours: builtinDomains }) });
  made.count = 0;
  const coded = vi.spyOn(zlib, 'brotliCompressSync');
  syncBuiltinESMExports();
  const ask = async (n: number) => {
    const base = n % 2 === 0 ? '' : '/sandboxes/b';
    const answer = await server.fetch(`${base}/openapi.json?x=${n}`, { headers: { 'accept-encoding': 'br' } });
    const { byteLength } = await answer.arrayBuffer();
    return `${base} ${answer.status} ${answer.headers.get('content-encoding')} ${byteLength}`;
  };
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n)));
  expect(new Set(answers.map((answer) => answer.replace(/\d+$/, 'n')))).toEqual(
    new Set([' 200 br n', '/sandboxes/b 200 br n']),
  );
  expect(new Set(answers).size).toBe(2);
  expect([made.count, coded.mock.calls.length]).toEqual([1, 2]);
  coded.mockRestore();
  syncBuiltinESMExports();
});

it('is made for 300 who ask at the same time, while others are served', async () => {
  await using server = await inProcess({ serves: servedApi({ ours: builtinDomains }) });
  made.count = 0;
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const answers = await Promise.all(Array.from({ length: 300 }, () => server.fetch('/openapi.json')));
  isOver = true;
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(made.count).toBe(1);
  // It takes hundreds of ms, of which others never wait for more than some 20.
  expect(turns).toBeGreaterThan(20);
});

it('is made once for every query and every server of an API, and names every base URL', async () => {
  const serves = servedApi({ ours: builtinDomains });
  made.count = 0;
  const server = await inProcess({ serves });
  const text = await (await server.fetch('/openapi.json')).text();
  for (let x = 0; x < 5; x++) {
    const base = x % 2 === 0 ? '' : `/sandboxes/s${x}`;
    const answer = await server.fetch(`${base}/openapi.json?x=${x}`);
    const own = await answer.text();
    expect(own).toContain(`"servers":[{"url":"${server.origin}${base}"}]`);
    expect(own.replaceAll(server.origin + base, server.origin) === text).toBe(true);
  }
  const other = await inProcess({ serves });
  expect((await (await other.fetch('/openapi.json')).text()).length).toBe(text.length);
  expect(made.count).toBe(1);
  await Promise.all([server.close(), other.close()]);
});
