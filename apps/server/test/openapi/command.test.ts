/** What `understudy openapi FILE` prints, and how overlays and several documents are served. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { pagePaths } from '../../src/kit/sandbox-address.js';
import { runHere } from '../command/in-process.js';
import { petShop } from './pet-shop.fixture.js';
import { useFolder } from '../use.js';
import { jsonRequest } from '../support.js';

const folder = useFolder();
const file = (name: string, content: object): string => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};

const hints = {
  overlay: '1.0.0',
  info: { title: 'Hints', version: '1' },
  actions: [{ target: "$.paths['/pets/{petId}/sell'].post", update: { 'x-understudy': { role: 'stateless' } } }],
};

describe('understudy openapi FILE', () => {
  it('says what each operation will do', async () => {
    const { code, stdout } = await runHere(['openapi', file('shop.json', petShop)]);
    expect(code).toBe(0);
    const lines = stdout.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '));
    expect(lines).toContain('POST /pets creates a pet');
    expect(lines).toContain('DELETE /pets/{petId} removes a pet');
    expect(lines).toContain('POST /pets/{petId}/sell sell: acts on a pet, sets status to sold');
    expect(stdout).toMatch(/GET +\/pets +list of pets, paged by page and limit, filtered by status/);
    expect(stdout.endsWith('\n')).toBe(true);
  });

  it('says it for programs, with what an overlay corrects', async () => {
    const path = file('shop.json', petShop);
    const { stdout } = await runHere(['openapi', path, '--json', '--openapi-with', file('hints.json', hints)]);
    const { domain, operations } = JSON.parse(stdout) as ReturnType<JSON['parse']>;
    expect(domain).toBe('pet-shop');
    const sold = operations.find(({ operation }: { operation: string }) => operation === 'pet-shop.sellPet');
    expect(sold).toMatchObject({ method: 'POST', path: '/pets/{petId}/sell', role: 'stateless' });
  });

  it('fails where an operation cannot be served, and says which', async () => {
    const broken = structuredClone(petShop) as ReturnType<JSON['parse']>;
    broken.paths['/settings'].get.responses[200].content['application/json'].schema = { $ref: '#/nowhere' };
    const { code, stdout } = await runHere(['openapi', file('broken.json', broken)]);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/Not served:\n.*GET \/settings is left out/s);
  });
});

describe('addresses of the server itself', () => {
  /** Every address that is ours, and those beside them that are not. */
  const ours = [
    ...pagePaths.slice(1),
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/metrics',
    '/sandboxes',
    '/sandboxes/{a}/b',
  ];
  const free = ['/', '/docs/{page}', '/trpc/{name}', '/api/things', '/sandbox'];
  const documentOf = (paths: readonly string[], servers: object[] = []): object => {
    const content = { 'application/json': { schema: { const: 'theirs' } } };
    const get = { responses: { 200: { description: 'Well.', content } } };
    return {
      openapi: '3.1.0',
      info: { title: 'Theirs', version: '1' },
      servers,
      paths: Object.fromEntries(paths.map((path) => [path, { get }])),
    };
  };
  const isTheirs = async (openapi: object | string, path: string): Promise<boolean> => {
    const understudy = createUnderstudy({ openapi, log: 'off' });
    const answer = await understudy.fetch(path.replaceAll(/\{\w+\}/g, 'x'));
    const text = await answer.text();
    await understudy.close();
    return text === '"theirs"';
  };

  it('win over those of a document, which are named and can be had elsewhere', async () => {
    const path = file('ours.json', documentOf([...ours, ...free]));
    const { code, stdout } = await runHere(['openapi', path]);
    expect(code).not.toBe(0);
    const said = (one: string) =>
      stdout.includes(`GET ${one} is an address of the server itself; the operation is left out`);
    expect(ours.filter((one) => !said(one))).toEqual([]);
    expect(free.filter(said)).toEqual([]);
    for (const one of ours) expect([one, await isTheirs(path, one)]).toEqual([one, false]);
    for (const one of free) expect([one, await isTheirs(path, one)]).toEqual([one, true]);
    expect(await isTheirs(`own=${path}`, '/own/docs')).toBe(true);
  });

  it('are those of a document below the path of its server', async () => {
    const openapi = documentOf(['/docs', '/sandboxes'], [{ url: 'https://example.com/v1' }]);
    const path = file('below.json', openapi);
    const { code, stdout } = await runHere(['openapi', path]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('GET /docs is an address of the server itself; the operation is served at /v1/docs'),
    ]);
    expect(await isTheirs(openapi, '/v1/docs')).toBe(true);
    expect(await isTheirs(openapi, '/v1/sandboxes')).toBe(true);
  });
});

describe('several documents', () => {
  it('lie below their names, in the paths and in the document that is shown', async () => {
    const path = file('shop.json', petShop);
    const understudy = createUnderstudy({ openapi: [`one=${path}`, `two=${path}`], log: 'off' });
    try {
      const made = await understudy.fetch('/one/pets', jsonRequest('POST', { name: 'Rex' }));
      expect(made.headers.get('location')).toBe('http://understudy.local/one/pets/21');
      expect((await understudy.fetch('/one/v1/pets/21')).status).toBe(200);
      expect((await understudy.fetch('/two/pets/21')).status).toBe(404);
      expect((await understudy.fetch('/pets')).status).toBe(404);
      const document = (await (await understudy.fetch('/openapi.json')).json()) as ReturnType<JSON['parse']>;
      expect(Object.keys(document.paths)).toContain('/two/pets/{petId}');
      expect(Object.keys(document.components.schemas)).toContain('one.Pet');
    } finally {
      await understudy.close();
    }
  });

  it('tell which schema is meant by its name in theirs', async () => {
    const kinds = (mapping?: object) => ({
      discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
      required: ['kind'],
      properties: { kind: { type: 'string' } },
    });
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const answers = (schema: object) => ({
      responses: { 200: { description: 'One', content: { 'application/json': { schema } } } },
    });
    const schemas = {
      Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
      Dog: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
      Said: { ...kinds({ dog: 'Dog', cat: '#/components/schemas/Cat' }), oneOf: [ref('Dog'), ref('Cat')] },
      Unsaid: { ...kinds(), oneOf: [ref('Dog'), ref('Cat')] },
      Base: { ...kinds({ twig: 'Branch' }), type: 'object' },
      Branch: { allOf: [ref('Base'), { type: 'object' }] },
      Leaf: { allOf: [ref('Base'), { type: 'object' }] },
    };
    const zoo = {
      openapi: '3.1.0',
      info: { title: 'Zoo', version: '1' },
      paths: { '/said': { get: answers(ref('Said')) }, '/base': { get: answers(ref('Base')) } },
      components: { schemas },
    };
    const understudy = createUnderstudy({ openapi: [`zoo=${file('zoo.json', zoo)}`], log: 'off' });
    try {
      const { components } = (await (await understudy.fetch('/openapi.json')).json()) as ReturnType<JSON['parse']>;
      const mappingOf = (name: string): unknown => components.schemas[`zoo.${name}`].discriminator.mapping;
      const [dog, cat] = ['#/components/schemas/zoo.Dog', '#/components/schemas/zoo.Cat'];
      expect(mappingOf('Said')).toEqual({ dog, cat });
      expect(mappingOf('Unsaid')).toEqual({ Dog: dog, Cat: cat });
      expect(mappingOf('Base')).toEqual({
        twig: '#/components/schemas/zoo.Branch',
        Leaf: '#/components/schemas/zoo.Leaf',
      });
      const said = (await (await understudy.fetch('/zoo/said')).json()) as { kind: string };
      expect(['dog', 'cat']).toContain(said.kind);
      expect(await (await understudy.fetch('/zoo/base')).json()).toEqual({ kind: 'twig' });
    } finally {
      await understudy.close();
    }
  });

  it('have names of their own', async () => {
    const understudy = createUnderstudy({ openapi: [petShop, petShop], log: 'off' });
    await expect(understudy.ready()).rejects.toThrow(/two documents called pet-shop/);
  });
});

describe('a document that has changed', () => {
  const store = () => `sqlite:${join(folder, 'kept.db')}`;
  const changed = structuredClone(petShop) as ReturnType<JSON['parse']>;
  changed.components.schemas.NewPet.properties.colour = { type: 'string' };

  it('is served on a store with what was written before, unless it has other records', async () => {
    const before = createUnderstudy({ openapi: petShop, store: store(), log: 'off' });
    const body = JSON.stringify({ name: 'Rex' });
    const made = await before.fetch('/pets', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(made.status).toBe(201);
    await before.close();
    const after = createUnderstudy({ openapi: changed, store: store(), log: 'off' });
    expect(await (await after.fetch('/pets/21')).json()).toMatchObject({ name: 'Rex' });
    await after.close();
    const other = createUnderstudy({ openapi: petShop, openapiSize: 3, store: store(), log: 'off' });
    await expect(other.ready()).rejects.toThrow(/the option openapi has changed, but the store holds writes of .*pets/);
  });
});
