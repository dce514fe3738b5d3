/** The OpenAPI document is made once: it takes long, and a query of one's own must not make it anew. */
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

it('is made once for every query and every server of an API, and names every base URL', async () => {
  const serves = servedApi({ ours });
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
