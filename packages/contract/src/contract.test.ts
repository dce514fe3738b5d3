/** What every operation of the contract must have, so that server, document and client can be made from it. */
import { describe, expect, it } from 'vitest';
import { callControls, contract, type Operation, problemKinds, webhookEvents } from './index.js';

const operations = Object.entries(contract).flatMap(([domain, { operations: all }]) =>
  Object.entries<Operation>(all).map(([name, operation]) => ({ domain, name, operation })),
);

/** Lists whose order is what they are about, such as that of changes. */
const inOneOrder: ReadonlySet<string> = new Set([
  'oauth.authorize',
  'realestate.listChanges',
  'realestate.listPhotos',
  'realestate.listSlots',
  'social.listTimeline',
]);

it('gives every address to one operation alone', () => {
  const addresses = operations.flatMap(({ operation }) => [
    `${operation.method} ${operation.path}`,
    ...operation.meta.aliases.map(({ method, path }) => `${method} ${path}`),
  ]);
  expect(new Set(addresses).size).toBe(addresses.length);
});

it('declares every event that an operation emits, and beside them those that the clock brings', () => {
  const emitted = new Set(operations.flatMap(({ operation }) => operation.meta.emits));
  const declared: Record<string, { description?: string }> = webhookEvents;
  expect(Object.keys(declared)).toEqual(expect.arrayContaining([...emitted]));
  for (const [type, { description }] of Object.entries(declared)) {
    expect(description?.endsWith(': by the clock, without a request.'), type).toBe(!emitted.has(type));
  }
  for (const [type, { shape }] of Object.entries(webhookEvents)) expect(shape.type.value).toBe(type);
});

it('has every domain under its own name, with a description', () => {
  for (const [name, domain] of Object.entries(contract)) {
    expect(domain.name).toBe(name);
    expect(domain.description).toMatch(/^[A-Z].*\.$/);
  }
});

describe.each(operations)('$domain.$name', ({ domain, name, operation }) => {
  it('has one name everywhere', () => {
    expect(operation.name).toBe(`${domain}.${name}`);
    expect(operation.meta.openapi).toMatchObject({
      operationId: operation.name,
      method: operation.method,
      // The routes that the description does not count stand apart.
      tags: [expect.stringMatching(new RegExp(`^(?:${domain}|Extensions)$`))],
    });
  });

  it('takes every parameter of its path', () => {
    const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(Object.keys(operation.input.shape)).toEqual(expect.arrayContaining(parameters));
  });

  it('leaves the names of the controls to the controls', () => {
    // The registry takes none of them.
    if (operation.meta.scope === 'registry') return;
    expect(Object.keys(operation.input.shape).filter((member) => member in callControls)).toEqual([]);
  });

  it('answers problems that the contract knows', () => {
    for (const kind of operation.meta.kinds) expect(problemKinds).toHaveProperty(kind);
  });

  it('takes q where it searches something, and nowhere else', () => {
    expect('q' in operation.input.shape).toBe(operation.meta.searches.length > 0);
  });

  it('takes sort where it sorts by something, and nowhere else', () => {
    expect('sort' in operation.input.shape).toBe(operation.meta.sorts.length > 0);
    if (!inOneOrder.has(operation.name))
      expect(operation.meta.sorts.length > 0).toBe(['list', 'lines'].includes(operation.answers));
  });

  it('reads bodies only where its method has them', () => {
    const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE';
    expect(operation.meta.bodies.length > 0).toBe(hasBody);
  });
});
