/** What the promises rest on: the sources that faults are planted in, and the tests that are to notice; none needs a PostgreSQL. */
export const parts = {
  'kit/cursor': ['src/kit/cursor.test.ts', 'test/http/paging.test.ts'],
  'http/response-cache': ['src/http/response-cache.test.ts'],
  'http/cors': ['test/http/cors.test.ts'],
  'call/admission': ['test/http/{around-calls,waiting}.test.ts'],
  'call/key-locks': ['src/call/key-locks.test.ts'],
  'store/commit/commit': ['src/store/commit/{commit,conflict,together}.test.ts'],
  'store/commit/commit-queue': ['src/store/commit/{commit-queue,conflict,together,given-up}.test.ts'],
  'identity/tokens': ['src/identity/tokens.test.ts'],
  'identity/grants': ['src/identity/grants.test.ts'],
  'webhooks/address-guard': ['src/webhooks/address-guard.test.ts'],
  'webhooks/signing': ['src/webhooks/signing.test.ts'],
};
