/** Drops the components of the OpenAPI document that nothing in it refers to: they depend on the domains that there are. */
import type { Json } from './parameters.js';
import type { Components } from './failures.js';

/** What a document refers to its components from. */
interface Referring {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Components;
}

/** The security schemes that operations ask for, as `section/name`. */
function schemesIn({ paths }: Referring): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const requirements = operations.flatMap(({ security }) => (Array.isArray(security) ? (security as Json[]) : []));
  return requirements.flatMap((requirement) => Object.keys(requirement)).map((name) => `securitySchemes/${name}`);
}

/** All that a document refers to, also through other components, as `section/name`: one that only itself refers to is no part of it. */
function* usedIn(document: Referring): Generator<void, Set<string>> {
  const { components, paths, ...rest } = document;
  const used = new Set(schemesIn(document));
  const waiting: object[] = [rest, ...Object.values(paths)];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      const [section = '', own = ''] = name.split('/');
      waiting.push(Object(components[section as keyof Components]?.[own]) as object);
    }
    yield;
  }
  return used;
}

/** Drops them. */
export function* dropUnused(document: Referring): Generator<void, void> {
  const used = yield* usedIn(document);
  for (const [section, components] of Object.entries(document.components)) {
    for (const name of Object.keys(components)) if (!used.has(`${section}/${name}`)) delete components[name];
  }
}
