/** Drops the components of the OpenAPI document that nothing in it refers to: they depend on the domains that there are. */
import type { Json } from './parameters.js';
import type { Components } from './responses.js';

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

/** All that a document refers to, as `section/name`. */
function usedIn(document: Referring): Set<string> {
  const references = JSON.stringify(document).matchAll(/"#\/components\/([^"]+)"/g);
  return new Set([...Array.from(references, ([, name]) => String(name)), ...schemesIn(document)]);
}

/** Drops them, and then those that only they referred to. */
export function dropUnused(document: Referring): void {
  for (;;) {
    const used = usedIn(document);
    const unused = Object.entries(document.components).flatMap(([section, components]) =>
      Object.keys(components)
        .filter((name) => !used.has(`${section}/${name}`))
        .map((name) => [components, name] as const),
    );
    if (unused.length === 0) return;
    for (const [components, name] of unused) delete components[name];
  }
}
