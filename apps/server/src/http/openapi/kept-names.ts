/** The names of components that domains have which a server leaves out: a name means the same in every server. */
import type { Domain } from '@understudy/contract/kit';
import { z } from 'zod';

/** The components of a schema. */
function componentsOf(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const { $defs = {}, ...root } = z.toJSONSchema(schema, { io });
  return [...Object.keys($defs), ...(root.id === undefined ? [] : [root.id])];
}

/** The names of components that domains have. */
export function componentNames(domains: readonly Domain[]): ReadonlySet<string> {
  const operations = domains.flatMap((domain) => Object.entries(domain.operations));
  return new Set([
    ...operations.flatMap(([name, { input, output }]) => {
      const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
      return [`${title}Body`, `${title}Answer`, ...componentsOf(input, 'input'), ...componentsOf(output, 'output')];
    }),
    ...domains.flatMap(({ events }) => Object.values(events).flatMap((event) => componentsOf(event, 'output'))),
  ]);
}
