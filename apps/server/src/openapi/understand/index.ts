/** Reads from a document what its operations do: which lists, creates, reads, changes and removes the records of which resource. */
import type { ApiDocument, Finding } from '../model.js';
import type { Resource, Role, Understanding, Understood } from '../roles.js';
import { assign, type Assignment } from './assign.js';
import { resourcesWithHints, withHints } from './hints.js';
import { nodesOf } from './paths.js';
import { type ScopeOf, resourcesOf } from './resources.js';
import { says } from './table.js';
import { shapesOf } from '../schema.js';

function roleOf(one: Assignment, scopeOf: ScopeOf): { readonly role: Role; readonly why?: string } {
  if (one.kind === 'single') {
    const { single, role } = one;
    const scope = scopeOf(single.node.segments, single.record.shape);
    return { role: { ...role, single: single.name, scope, schema: single.record.shape.schema ?? true } };
  }
  return one.kind === 'none' ? { role: { kind: 'stateless' }, why: one.why } : { role: one };
}

function understood(
  one: Assignment,
  { scopeOf, byName }: { scopeOf: ScopeOf; byName: ReadonlyMap<string, Resource> },
): Understood {
  const { role, why } = roleOf(one, scopeOf);
  const resource = 'resource' in role ? byName.get(role.resource) : undefined;
  return { role, says: says(role, { resource, why }) };
}

/** What is understood of a document. */
export function understand(document: ApiDocument): Understanding {
  const reading = { document, shapes: shapesOf(document), nodes: nodesOf(document) };
  const findings: Finding[] = [];
  const assigned = withHints(reading, assign(reading), findings);
  const found = resourcesOf(reading, assigned);
  const resources = resourcesWithHints(reading, found.resources, findings);
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const operations = new Map(
    document.operations.map(({ id }) => {
      const one = assigned.found.get(id) ?? { kind: 'none', why: 'nothing is known of it' };
      return [id, understood(one, { scopeOf: found.scopeOf, byName })] as const;
    }),
  );
  return { resources, operations, findings };
}
