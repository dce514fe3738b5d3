/** What the promises rest on: the sources that faults are planted in, and the tests that are to notice; none needs a PostgreSQL. */
export const parts = {
  'kit/cursor': ['src/kit/cursor.test.ts', 'test/http/paging.test.ts'],
  'edge/response-cache': ['src/edge/response-cache.test.ts'],
  'edge/cors': ['test/http/cors.test.ts'],
  'call/pipeline': ['test/http/{around-calls,waiting}.test.ts'],
  'call/key-locks': ['src/call/key-locks.test.ts'],
  'state/commit': ['src/state/commit.test.ts', 'test/stores/{commit,together}.test.ts'],
  'state/commit-queue': ['src/state/commit-queue.test.ts', 'test/stores/{commit,together,given-up}.test.ts'],
  'state/stage': ['src/state/commit-queue.test.ts', 'test/stores/{commit,together,given-up}.test.ts'],
  'identity/tokens': ['src/identity/tokens.test.ts'],
  'identity/grants': ['src/identity/grants.test.ts'],
  'delivery/address-guard': ['src/delivery/address-guard.test.ts'],
  'delivery/signing': ['src/delivery/signing.test.ts'],
};
