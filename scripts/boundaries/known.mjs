/** Findings that are being mended: the rule and the file. One that is no longer found fails the check. */

/** @type {string[]} */
export const known = [
  'boundaries(layers) apps/server/src/identity/bearer.ts',
  'boundaries(layers) apps/server/src/options/data.ts',
  'boundaries(layers) apps/server/src/webhooks/registration-limit.ts',
  'import(no-cycle) apps/server/src/domains/oauth/authorize.ts',
  'import(no-cycle) apps/server/src/domains/oauth/check-request.ts',
];
