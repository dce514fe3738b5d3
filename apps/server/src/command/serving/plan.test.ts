/** Options on a machine that has less than they ask for. */
import { expect, it } from 'vitest';
import { settingsOf } from '../../../test/support.js';
import { fitted, type MachineLimits } from './plan.js';

const ROOMY: MachineLimits = { openFiles: 1_048_576, heapBytes: 4_000_000_000 };

const on = (
  machine: Partial<MachineLimits>,
  options: { readonly maxTotalBytes?: number; readonly maxConnections?: number } = {},
) => {
  const given = { values: options, named: (field: string) => `--${field}` };
  const { settings, notices } = fitted({ settings: settingsOf(options), given }, { ...ROOMY, ...machine });
  return { connections: settings.maxConnections, bytes: settings.maxTotalBytes, notices };
};

it('takes the options as they are where there is room', () => {
  expect(on({})).toEqual({ connections: 20_000, bytes: 512_000_000, notices: [] });
  expect(on({ openFiles: undefined })).toMatchObject({ connections: 20_000, notices: [] });
});

it.each([
  [1024, 768],
  [256, 128],
  [40, 20],
  [1, 1],
])('keeps some of %i open files from connections, and says so to who asked for more', (openFiles, connections) => {
  expect(on({ openFiles })).toMatchObject({ connections, notices: [] });
  const asked = on({ openFiles }, { maxConnections: 5000 });
  expect(asked.connections).toBe(connections);
  expect(asked.notices).toEqual([expect.stringContaining(`: it takes ${connections} connections`)]);
});

it('holds by itself no more records than fit into the heap', () => {
  const { bytes, notices } = on({ heapBytes: 268_000_000 });
  expect(bytes).toBeLessThan(268_000_000 / 3);
  expect(bytes).toBeGreaterThan(30_000_000);
  expect(notices).toEqual([]);
});

it('holds as many as it is told to, and says that they do not fit', () => {
  const { bytes, notices } = on({ heapBytes: 268_000_000 }, { maxTotalBytes: 512_000_000 });
  expect(bytes).toBe(512_000_000);
  expect(notices).toEqual([expect.stringMatching(/^--maxTotalBytes is 512 MB, but the heap of 268 MB holds about/)]);
});
