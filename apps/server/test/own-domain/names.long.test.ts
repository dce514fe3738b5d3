/** Names of a domain of one's own that domains of ours have too: each carries the name of its domain. */
import { describe, expect, it } from 'vitest';
import { inProcess, useServer } from '../support.js';
import { servedFrom } from './served-from.js';
import { long } from '../long.js';

const FILE = './test/own-domain/shop.ts';

const served = await servedFrom([FILE]);
const without = await servedFrom([FILE], ['education']);

interface Document {
  readonly paths: Record<string, Record<string, object>>;
  readonly components: { readonly schemas: Record<string, { readonly properties?: object }> };
}

describe.each([
  ['beside the domain that has them', served],
  ['also where that one is left out', without],
])('%s', (_, serves) => {
  const server = useServer(inProcess, { serves });

  const read = async (path: string, init?: RequestInit): Promise<unknown> => (await server.fetch(path, init)).json();
  const written = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"dish":"Pie"}' };

  it('ids have a prefix of their own', async () => {
    expect(await read('/api/shop/courses')).toMatchObject({
      data: [{ id: 'shop_crs_0001', dish: 'Soup' }, {}, {}, {}, {}, {}, { id: 'shop_crs_0007' }],
      pagination: { total: 7 },
    });
    expect(await read('/api/shop/courses/shop_crs_0002')).toMatchObject({ data: { dish: 'Stew' } });
    expect(await read('/api/shop/courses', written)).toMatchObject({
      data: [{ id: expect.stringMatching(/^shop_crs_x/) }],
    });
  });

  it('a size and the stored records have the name of the domain', async () => {
    const sized = { ...written, method: 'PUT', body: '{"sizes":{"shop.courses":2}}' };
    expect((await server.fetch('/sandboxes/small', sized)).status).toBeLessThan(300);
    expect(await read('/sandboxes/small/api/shop/courses')).toMatchObject({ pagination: { total: 2 } });
    await read('/sandboxes/small/api/shop/courses', written);
    expect(await read('/sandboxes/small/snapshot')).toMatchObject({
      records: expect.arrayContaining([expect.objectContaining({ collection: 'shop.courses' })]),
    });
  });

  it('components have the name of the domain, and those of ours stay as they are', async () => {
    const { paths, components } = (await read('/openapi.json')) as Document;
    const { schemas } = components;
    expect(Object.keys(schemas['ShopCourse']?.properties ?? {})).toEqual(['id', 'dish']);
    expect(Object.keys(schemas['Course']?.properties ?? {}).includes('duration_hours')).toBe(serves === served);
    const names = ['ShopListCoursesAnswer', 'ShopCreateCourseBody', 'DishServedEvent', 'Pagination', 'AnswerMeta'];
    expect(names.filter((name) => !(name in schemas))).toEqual([]);
    expect(Object.keys(schemas).filter((name) => /^Shop(Pagination|AnswerMeta|Problem)/.test(name))).toEqual([]);
    const refs = JSON.stringify([paths['/api/shop/courses'], schemas['DishServedEvent']]);
    expect(refs).toContain('#/components/schemas/ShopCourse');
    expect(refs).not.toContain('#/components/schemas/Course"');
  });
});

it('can be served by two servers of a process', async () => {
  const servers = await Promise.all([inProcess({ serves: served }), inProcess({ serves: served })]);
  const answers = await Promise.all(servers.map((server) => server.fetch('/api/shop/courses')));
  const [one, other] = await Promise.all(answers.map((answer) => answer.text()));
  expect(one).toBe(other);
  await Promise.all(servers.map((server) => server.close()));
});

long('keep them below another path than /api', async () => {
  await using server = await inProcess({ serves: served, base: '/v1' });
  expect((await server.fetch('/v1/shop/courses/shop_crs_0001')).status).toBe(200);
  const { paths, components } = (await (await server.fetch('/openapi.json')).json()) as Document;
  expect(Object.keys(paths)).toContain('/v1/shop/courses');
  expect(components.schemas).toHaveProperty('ShopCourse');
});
