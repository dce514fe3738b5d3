/** The document of a server that serves OpenAPI documents: theirs, at the paths that they are served at. */
import type { OwnDocument } from '../../kit/implement.js';
import type { Json, OpenApiDocument } from './openapi-document.js';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A pointer into the components of a document, up to the name of one. */
const COMPONENT = /^(#\/components\/[^/]+\/)/;

const PATH = /^#\/paths\/~1/;

const SCHEMA = '#/components/schemas/';

/** What a schema refers to, of some schemas: the references of `oneOf`, `anyOf`, `allOf`. */
const refsIn = (schemas: unknown): readonly string[] =>
  (Array.isArray(schemas) ? schemas : []).flatMap((one) =>
    isObject(one) && typeof one['$ref'] === 'string' ? [one['$ref']] : [],
  );

/** The mapping of a discriminator, written out: what it says by the names of schemas, and what goes without saying. */
function mappingOf(schema: Json, discriminator: Json, schemas: Json): Json {
  const said = Object.entries(isObject(discriminator['mapping']) ? discriminator['mapping'] : {});
  const mapping = new Map(
    said.map(([value, to]) => [value, Object.hasOwn(schemas, String(to)) ? SCHEMA + String(to) : to]),
  );
  const branches = [...refsIn(schema['oneOf']), ...refsIn(schema['anyOf'])];
  const own = Object.keys(schemas).find((name) => schemas[name] === schema);
  // Those that are the schema and more.
  const heirs = Object.entries(schemas).filter(
    ([, one]) => own !== undefined && isObject(one) && refsIn(one['allOf']).includes(SCHEMA + own),
  );
  const meant = branches.length > 0 ? branches : heirs.map(([name]) => SCHEMA + name);
  const mapped = new Set(mapping.values());
  for (const ref of meant) {
    const name = ref.slice(ref.lastIndexOf('/') + 1);
    if (!mapped.has(ref) && !mapping.has(name)) mapping.set(name, ref);
  }
  return Object.fromEntries(mapping);
}

/** How a document stands among others. */
interface Among {
  /** What its paths lie below; empty for the root. */
  readonly base: string;
  /** What the names of its components, and of its operations, begin with. */
  readonly prefix: string;
  readonly schemas: Json;
  readonly operationIds: ReadonlySet<unknown>;
}

/** A document whose parts have names of their own among those of others, and whose paths lie below its name. */
function named(value: unknown, among: Among): unknown {
  const { prefix, base, schemas, operationIds } = among;
  if (typeof value === 'string')
    return value.replace(COMPONENT, `$1${prefix}.`).replace(PATH, `#/paths/${base.replaceAll('/', '~1')}~1`);
  if (Array.isArray(value)) return value.map((one: unknown) => named(one, among));
  if (!isObject(value)) return value;
  const { discriminator } = value;
  const isTold = isObject(discriminator) && typeof discriminator['propertyName'] === 'string';
  const whole = isTold
    ? { ...value, discriminator: { ...discriminator, mapping: mappingOf(value, discriminator, schemas) } }
    : value;
  const entries = Object.entries(whole).map(([key, one]) => {
    // Links name operations as well.
    if (key === 'operationId' && operationIds.has(one)) return [key, `${prefix}_${String(one)}`];
    return [key, named(one, among)];
  });
  return Object.fromEntries(entries);
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'options', 'head', 'trace', 'query'];

/** The paths of a document, each operation as a function makes it. */
function withOperations({ paths }: Json, make: (operation: Json) => unknown): Json {
  const items = Object.entries(isObject(paths) ? paths : {}).map(([path, item]) => {
    const entries = Object.entries(isObject(item) ? item : {});
    return [
      path,
      Object.fromEntries(
        entries.map(([name, one]) => [name, METHODS.includes(name) && isObject(one) ? make(one) : one]),
      ),
    ];
  });
  return Object.fromEntries(items);
}

/** Requirements of credentials, whose schemes have other names. */
const required = (security: unknown, prefix: string): unknown =>
  !Array.isArray(security)
    ? security
    : security.map((one: unknown) =>
        Object.fromEntries(Object.entries(isObject(one) ? one : {}).map(([name, all]) => [`${prefix}.${name}`, all])),
      );

function below({ name, root }: OwnDocument, prefix: string): Json {
  if (prefix === '') return root;
  const given = isObject(root['components']) ? root['components']['schemas'] : undefined;
  const operationIds = new Set<unknown>();
  withOperations(root, ({ operationId }) => operationIds.add(operationId));
  const base = name === '' ? '' : `/${name}`;
  const own = named(root, { base, prefix, schemas: isObject(given) ? given : {}, operationIds }) as Json;
  // What holds for all operations of one document holds for none of another.
  const secured = withOperations(own, (operation) => {
    const security = required(operation['security'] ?? own['security'], prefix);
    return security === undefined ? operation : { ...operation, security };
  });
  const { security: _, components, ...rest } = own;
  const moved = Object.entries(secured).map(([path, item]) => [`${base}${path}`, item]);
  const sections = Object.entries(isObject(components) ? components : {}).map(([section, parts]) => {
    if (!isObject(parts)) return [section, parts];
    return [section, Object.fromEntries(Object.entries(parts).map(([part, one]) => [`${prefix}.${part}`, one]))];
  });
  return { ...rest, paths: Object.fromEntries(moved), components: Object.fromEntries(sections) };
}

/** The parts of two documents under the same name; those of the second win. */
const joined = (one: unknown, other: unknown): Json => ({
  ...(isObject(one) ? one : {}),
  ...(isObject(other) ? other : {}),
});

/** One document of several. */
export function ownDocument(documents: readonly OwnDocument[]): OpenApiDocument {
  // One alone keeps the names of its parts; of several, the first that lies at the root too.
  const [first = {}, ...others] = documents.map((one, index) =>
    below(one, one.name === '' && index > 0 ? `api${index + 1}` : one.name),
  );
  const all: Json = { ...first };
  for (const other of others) {
    all['paths'] = joined(all['paths'], other['paths']);
    all['webhooks'] = joined(all['webhooks'], other['webhooks']);
    all['tags'] = [all['tags'], other['tags']].flatMap((tags): unknown[] => (Array.isArray(tags) ? tags : []));
    all['components'] = joinedSections(all['components'], other['components']);
  }
  // A document of OpenAPI 3.1 has them, or none; each is an object then.
  return {
    ...all,
    openapi: String(all['openapi'] ?? '3.1.1'),
    info: joined({ title: 'API', version: '1' }, all['info']),
    servers: [],
    paths: joined(all['paths'], {}) as OpenApiDocument['paths'],
    webhooks: joined(all['webhooks'], {}) as OpenApiDocument['webhooks'],
    components: joined(all['components'], {}) as OpenApiDocument['components'],
  };
}

function joinedSections(one: unknown, other: unknown): Json {
  const [mine, theirs] = [joined(one, {}), joined(other, {})];
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return Object.fromEntries(Array.from(names, (name) => [name, joined(mine[name], theirs[name])]));
}
