/** Paths of the control API: to know them, none of its schemas is made. */

// Generated: `node scripts/outline-domains.mjs` in apps/server writes this file. Do not edit it.

/** Paths of its operations, sorted. */
export const controlPaths: readonly string[] = [
  '/sandboxes',
  '/sandboxes/{name}',
  '/sandboxes/{name}/clock',
  '/sandboxes/{name}/conduct',
  '/sandboxes/{name}/deliveries',
  '/sandboxes/{name}/deliveries/{delivery_id}/attempts',
  '/sandboxes/{name}/faults',
  '/sandboxes/{name}/faults/{id}',
  '/sandboxes/{name}/inbox/{box}',
  '/sandboxes/{name}/requests',
  '/sandboxes/{name}/requests/stream',
  '/sandboxes/{name}/reset',
  '/sandboxes/{name}/snapshot',
  '/tokens',
  '/tokens/{token_id}',
];
