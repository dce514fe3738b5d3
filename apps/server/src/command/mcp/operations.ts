/** The operations of a served document, as an agent reads them. */
import { nearest } from '@understudy/contract/kit';
import { Failure } from '../commands.js';
import { entriesOf, memberOf } from '../remote-server.js';

interface Found {
  readonly name: string;
  /** Such as `GET /api/notes`. */
  readonly route: string;
  readonly operation: unknown;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query']);

function operationsIn(document: unknown): Found[] {
  return entriesOf(memberOf(document, 'paths')).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({
        name: String(memberOf(operation, 'operationId') ?? ''),
        route: `${method.toUpperCase()} ${path}`,
        operation,
      })),
  );
}

/** The operations, a line each. */
export function listed(document: unknown, search = ''): string {
  const lines = operationsIn(document).map(({ name, route, operation }) =>
    `${route}  ${name}  ${String(memberOf(operation, 'summary') ?? '')}`.trimEnd(),
  );
  const found = lines.filter((line) => line.toLowerCase().includes(search.toLowerCase()));
  return found.length === 0 ? `No operation has the text ${search}.` : found.join('\n');
}

const SCHEMAS = '#/components/schemas/';

/** The schemas that a part of the document names, and those that they name. */
function schemasOf(part: unknown, document: unknown): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const visit = (value: unknown): void => {
    const reference = memberOf(value, '$ref');
    if (typeof reference === 'string' && reference.startsWith(SCHEMAS)) {
      const name = reference.slice(SCHEMAS.length);
      if (Object.hasOwn(found, name)) return;
      found[name] = memberOf(memberOf(memberOf(document, 'components'), 'schemas'), name);
      visit(found[name]);
    }
    for (const [, member] of entriesOf(value)) visit(member);
  };
  visit(part);
  return found;
}

/**
 * An operation, and the schemas that it names.
 *
 * @param wanted its name, or its method and path
 * @throws {@link Failure} where there is none
 */
export function explained(document: unknown, wanted: string): unknown {
  const all = operationsIn(document);
  const found =
    all.find(({ name, route }) => name === wanted || route.toLowerCase() === wanted.toLowerCase()) ??
    all.find(({ name }) => name.endsWith(`.${wanted}`));
  if (found === undefined) {
    const near = nearest(
      wanted,
      all.flatMap(({ name, route }) => [name, route]),
    );
    const hint = near === null ? 'list_operations lists them' : `did you mean ${near}?`;
    throw new Failure(`there is no operation ${wanted}; ${hint}`);
  }
  const { route, operation } = found;
  return { route, ...Object(operation), schemas: schemasOf(operation, document) };
}
