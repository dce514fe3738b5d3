/** Routes whose code is loaded when one of them is first asked for. */
import type { Route } from './router.js';

/** A route, without what it answers. */
export type RouteHead = Omit<Route, 'answer'>;

const keyOf = ({ method, path }: RouteHead): string => `${method} ${path}`;

/**
 * Routes that are loaded when one of them is first asked for, all of them at once. What fails to load is tried again with
 * the next request.
 */
export function deferredRoutes(heads: readonly RouteHead[], load: () => Promise<readonly Route[]>): Route[] {
  let there: ReadonlyMap<string, Route> | undefined;
  let loading: Promise<ReadonlyMap<string, Route>> | undefined;
  async function begin(): Promise<ReadonlyMap<string, Route>> {
    try {
      there = new Map((await load()).map((route) => [keyOf(route), route]));
      return there;
    } finally {
      loading = undefined;
    }
  }
  return heads.map((head): Route => {
    const key = keyOf(head);
    const routeIn = (routes: ReadonlyMap<string, Route>): Route => {
      const route = routes.get(key);
      if (route === undefined) throw new TypeError(`there is no ${key} among the routes that were loaded`);
      return route;
    };
    return {
      ...head,
      answer: async (ctx, parameters) => {
        if (there !== undefined) return routeIn(there).answer(ctx, parameters);
        loading ??= begin();
        return routeIn(await loading).answer(ctx, parameters);
      },
    };
  });
}
