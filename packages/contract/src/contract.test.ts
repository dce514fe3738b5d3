/** What every operation of the contract must have, so that server, document and client can be made from it. */
import { describe, expect, it } from 'vitest';
import { contract, domainDescriptions, type Operation, problemKinds } from './index.js';

const operations = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries<Operation>(all).map(([name, operation]) => ({ domain, name, operation })),
);

it('gives every address to one operation alone', () => {
  const addresses = operations.flatMap(({ operation }) => [
    `${operation.method} ${operation.path}`,
    ...operation.meta.aliases.map(({ method, path }) => `${method} ${path}`),
  ]);
  expect(new Set(addresses).size).toBe(addresses.length);
});

it('describes every domain', () => {
  expect(Object.keys(domainDescriptions)).toEqual(Object.keys(contract));
});

describe.each(operations)('$domain.$name', ({ domain, name, operation }) => {
  it('has one name everywhere', () => {
    expect(operation.name).toBe(`${domain}.${name}`);
    expect(operation.meta.openapi).toMatchObject({
      operationId: operation.name,
      method: operation.method,
      tags: [domain],
    });
  });

  it('takes every parameter of its path', () => {
    const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(Object.keys(operation.input.shape)).toEqual(expect.arrayContaining(parameters));
  });

  it('answers problems that the contract knows', () => {
    for (const kind of operation.meta.kinds) expect(problemKinds).toHaveProperty(kind);
  });

  it('reads bodies only where its method has them', () => {
    const hasBody = operation.method !== 'GET' && operation.method !== 'DELETE';
    expect(operation.meta.bodies.length > 0).toBe(hasBody);
  });
});
