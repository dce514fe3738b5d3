/** Operations whose answers browsers are shown a page of. */

import type { Route } from './router.js';

/** Their names. */
export const SHOWN: ReadonlySet<string> = new Set([
  'sandboxes.listSandboxes',
  'sandboxes.getSandbox',
  'sandboxes.listFaults',
  'sandboxes.listVerdicts',
]);

/** Has a route say what it says where there are pages: that its answer depends on who asks. */
export function withVary(route: Route): Route {
  if (route.method !== 'GET' || !SHOWN.has(route.operationOf?.(route.path) ?? '')) return route;
  return {
    ...route,
    answer: async (ctx, parameters) => {
      const answer = await route.answer(ctx, parameters);
      return { ...answer, headers: { ...answer.headers, vary: 'Accept' } };
    },
  };
}
