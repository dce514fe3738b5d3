/** Reads from a document what its operations do: which lists, creates, reads, changes and removes the records of which resource. */
import type { Finding, ApiDocument } from '../model.js';
import type { Understood, Understanding, Resource } from '../roles.js';
import { assign } from './assign.js';
import { resourcesWithHints, withHints } from './hints.js';
import { nodesOf } from './paths.js';
import type { Found } from './operations.js';
import { resourcesOf } from './resources.js';
import { says } from './table.js';
import { shapesOf } from '../schema.js';

function understood(one: Found, resources: ReadonlyMap<string, Resource>): Understood {
  if (one.kind === 'none') return { role: { kind: 'stateless' }, says: `stateless: ${one.why}` };
  return { role: one, says: says(one, 'resource' in one ? resources.get(one.resource) : undefined) };
}

/** What is understood of a document. */
export function understand(document: ApiDocument): Understanding {
  const reading = { document, shapes: shapesOf(document), nodes: nodesOf(document) };
  const findings: Finding[] = [];
  const assigned = withHints(reading, assign(reading), findings);
  const resources = resourcesWithHints(reading, resourcesOf(reading, assigned), findings);
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const operations = new Map(
    document.operations.map(({ id }) => {
      const one = assigned.found.get(id) ?? { kind: 'none', why: 'nothing is known of it' };
      return [id, understood(one, byName)] as const;
    }),
  );
  return { resources, operations, findings };
}
