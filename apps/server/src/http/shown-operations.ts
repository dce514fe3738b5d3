/** Operations whose answers browsers are shown a page of. */

/** Their names. */
export const SHOWN: ReadonlySet<string> = new Set([
  'sandboxes.listSandboxes',
  'sandboxes.getSandbox',
  'sandboxes.listFaults',
  'sandboxes.listVerdicts',
]);
