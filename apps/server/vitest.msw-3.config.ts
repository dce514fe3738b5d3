/** The tests of MSW in Node on version 3, which `npm run suite -- hosts` runs on a Node that it accepts. */
import { defineConfig } from 'vitest/config';
import shared from './vitest.config.js';

export default defineConfig({
  resolve: { alias: [{ find: /^msw(?=\/|$)/, replacement: 'msw-3' }] },
  test: { ...shared.test, include: ['test/browser/msw-in-node.test.ts'], exclude: [], globalSetup: [] },
});
