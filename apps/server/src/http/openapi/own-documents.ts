/** The document of a server that serves OpenAPI documents: theirs, at the paths that they are served at. */
import type { OwnDocument } from '../../kit/implement.js';
import type { Json, OpenApiDocument } from './openapi-document.js';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A pointer into the components of a document, up to the name of one. */
const COMPONENT = /^(#\/components\/(?!securitySchemes\/)[^/]+\/)/;

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

/** A document whose components have names of their own among those of others, and whose paths lie below its name. */
function named(value: unknown, name: string, schemas: Json): unknown {
  if (typeof value === 'string') return value.replace(COMPONENT, `$1${name}.`).replace(PATH, `#/paths/~1${name}~1`);
  if (Array.isArray(value)) return value.map((one: unknown) => named(one, name, schemas));
  if (!isObject(value)) return value;
  const { discriminator } = value;
  const isTold = isObject(discriminator) && typeof discriminator['propertyName'] === 'string';
  const whole = isTold
    ? { ...value, discriminator: { ...discriminator, mapping: mappingOf(value, discriminator, schemas) } }
    : value;
  return Object.fromEntries(Object.entries(whole).map(([key, one]) => [key, named(one, name, schemas)]));
}

function below({ name, root }: OwnDocument): Json {
  if (name === '') return root;
  const given = isObject(root['components']) ? root['components']['schemas'] : undefined;
  const own = named(root, name, isObject(given) ? given : {}) as Json;
  const { paths, components } = own;
  const moved = Object.entries(isObject(paths) ? paths : {}).map(([path, item]) => [`/${name}${path}`, item]);
  const sections = Object.entries(isObject(components) ? components : {}).map(([section, parts]) => {
    if (section === 'securitySchemes' || !isObject(parts)) return [section, parts];
    return [section, Object.fromEntries(Object.entries(parts).map(([part, one]) => [`${name}.${part}`, one]))];
  });
  return { ...own, paths: Object.fromEntries(moved), components: Object.fromEntries(sections) };
}

/** The parts of two documents under the same name; those of the second win. */
const joined = (one: unknown, other: unknown): Json => ({
  ...(isObject(one) ? one : {}),
  ...(isObject(other) ? other : {}),
});

/** One document of several. */
export function ownDocument(documents: readonly OwnDocument[]): OpenApiDocument {
  const [first = {}, ...others] = documents.map(below);
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
