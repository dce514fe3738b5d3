/** The address of a sandbox, taken apart and put together. */
import { contract } from '@understudy/contract';
import type { Operation } from '@understudy/contract/kit';
import { expect, it, test } from 'vitest';
import { baseUrlOf, controlPath, parseSandboxPath, sandboxPath, withoutSandbox } from './sandbox-address.js';

test.each([
  ['/sandboxes/demo/api/events', { name: 'demo', base: '/sandboxes/demo', path: '/api/events' }],
  ['/sandboxes/demo/', { name: 'demo', base: '/sandboxes/demo', path: '/' }],
  ['/sandboxes/d%65mo/docs', { name: 'demo', base: '/sandboxes/d%65mo', path: '/docs' }],
  [
    '/.well-known/openid-configuration/sandboxes/demo/api/oauth',
    { name: 'demo', base: '/sandboxes/demo', path: '/.well-known/openid-configuration/api/oauth' },
  ],
  ['/sandboxes', undefined],
  ['/sandboxes/demo', undefined],
  ['/api/sandboxes/demo/', undefined],
])('%s', (path, parts) => {
  expect(parseSandboxPath(path)).toEqual(parts);
});

test.each(['/sandboxes//docs', '/sandboxes/UP/docs', '/sandboxes/a%2Fb/docs'])(
  '%s names what is no sandbox',
  (path) => {
    expect(() => parseSandboxPath(path)).toThrow('must be 1 to 64 of');
  },
);

it('takes no path of the control API for one of the sandbox, whichever operations there are', () => {
  for (const operation of Object.values<Operation>(contract.sandboxes.operations)) {
    const path = controlPath(operation, 'demo');
    expect(parseSandboxPath(path)).toBeUndefined();
    if (path !== sandboxPath('demo')) expect(parseSandboxPath(`${path}/`)).toBeUndefined();
  }
});

it('is the bare origin for the default sandbox', () => {
  expect(baseUrlOf('http://a.test', 'default')).toBe('http://a.test');
  expect(baseUrlOf('http://a.test', 'demo')).toBe('http://a.test/sandboxes/demo');
});

test.each([
  ['/sandboxes/demo', ''],
  ['/below/sandboxes/demo', '/below'],
  ['', ''],
  ['/sandboxes/demo/more', '/sandboxes/demo/more'],
])('%s without its sandbox', (base, root) => {
  expect(withoutSandbox(base)).toBe(root);
});
