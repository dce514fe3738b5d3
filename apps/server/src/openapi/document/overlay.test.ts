import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../model.js';
import { Findings } from './fault.js';
import { overlaid } from './overlay.js';

const document: JsonObject = {
  info: { title: 'Pets' },
  tags: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  paths: { '/pets': { get: { operationId: 'list' } }, '/cats': { get: {} } },
};

const apply = async (...actions: readonly Json[]) => {
  const found = new Findings();
  const result = await overlaid(document, { overlay: { overlay: '1.0.0', actions }, file: 'fix.yaml' }, found);
  return { result, found: found.list };
};

describe('an overlay', () => {
  it.each<[name: string, action: Json, expected: JsonObject]>([
    [
      'merges objects',
      { target: '$.paths["/pets"].get', update: { 'x-understudy': { role: 'list' } } },
      {
        ...document,
        paths: { '/pets': { get: { operationId: 'list', 'x-understudy': { role: 'list' } } }, '/cats': { get: {} } },
      },
    ],
    ['replaces values', { target: '$.info', update: { title: 'Cats' } }, { ...document, info: { title: 'Cats' } }],
    [
      'adds to lists',
      { target: '$.tags', update: { name: 'd' } },
      { ...document, tags: [...(document['tags'] as Json[]), { name: 'd' }] },
    ],
    [
      'takes members away',
      { target: '$.paths["/cats"]', remove: true },
      { ...document, paths: { '/pets': { get: { operationId: 'list' } } } },
    ],
    [
      'takes several elements away',
      { target: "$.tags[?@.name != 'b']", remove: true },
      { ...document, tags: [{ name: 'b' }] },
    ],
  ])('%s', async (_, action, expected) => {
    expect((await apply(action)).result).toEqual(expected);
  });

  it('changes nothing of what it is given, and says what it does not find', async () => {
    const before = structuredClone(document);
    const { result, found } = await apply({ target: '$.nowhere', update: {} });
    expect([result, document]).toEqual([before, before]);
    expect(found).toEqual([
      { severity: 'warning', message: 'nothing is at its target $.nowhere', file: 'fix.yaml', pointer: '/actions/0' },
    ]);
  });

  it.each<[wrong: string, overlay: Json, says: RegExp]>([
    ['what is none', { actions: [] }, /is no OpenAPI Overlay/],
    ['an action without a target', { overlay: '1.0.0', actions: [{ update: {} }] }, /\/actions\/0: it has no target/],
    ['a target that is no path', { overlay: '1.0.0', actions: [{ target: '$[' }] }, /is no JSONPath/],
  ])('is refused where it is %s', async (_, overlay, says) => {
    await expect(overlaid(document, { overlay, file: 'fix.yaml' }, new Findings())).rejects.toThrow(says);
  });
});
