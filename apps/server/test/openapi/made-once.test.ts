/** The OpenAPI document is made once: it takes long, and a query of one's own must not make it anew. */
import { syncBuiltinESMExports } from 'node:module';
import zlib from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { ours } from '../../src/served/our-domains.js';
import { servedApi } from '../../src/served/served-api.js';
import { inProcess } from '../support.js';

const made = vi.hoisted(() => ({ count: 0 }));
vi.mock('../../src/http/openapi/document.js', async (load) => {
  const module = await load<typeof import('../../src/http/openapi/document.js')>();
  const openApiDocument: typeof module.openApiDocument = (...given) => {
    made.count += 1;
    return module.openApiDocument(...given);
  };
  return { ...module, openApiDocument };
});

it('is made, and compressed for an address, once for many who ask at the same time', async () => {
  const server = await inProcess({ serves: servedApi({ ours }) });
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
  await server.close();
});

it('is made once for every query and every server of an API, and names every base URL', async () => {
  const serves = servedApi({ ours });
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
