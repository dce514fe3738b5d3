/** Which OpenAPI a document is of; of what is none, what it is. */
import type { Json, JsonObject } from '../model.js';
import { isObject, memberOf } from '../schema.js';

export type Version = '2.0' | '3.0' | '3.1' | '3.2';

/** What a document is known by that is of another kind. */
const others: readonly (readonly [is: (value: JsonObject) => boolean, name: string])[] = [
  [(value) => memberOf(value, 'asyncapi') !== undefined, 'an AsyncAPI document'],
  [(value) => memberOf(value, 'arazzo') !== undefined, 'an Arazzo document'],
  [(value) => memberOf(value, 'overlay') !== undefined, 'an OpenAPI Overlay'],
  [(value) => memberOf(value, 'swaggerVersion') !== undefined, 'a document of Swagger 1, which is not read here'],
  [
    (value) =>
      memberOf(value['info'], '_postman_id') !== undefined ||
      String(memberOf(value['info'], 'schema')).includes('getpostman.com') ||
      String(memberOf(value['info'], 'schema')).includes('schema.postman.com'),
    'a Postman collection',
  ],
  [(value) => memberOf(value['log'], 'entries') !== undefined, 'an HTTP archive (HAR)'],
  [(value) => value['_type'] === 'export', 'an export of Insomnia'],
  [(value) => memberOf(value, '__schema') !== undefined, 'a GraphQL schema'],
  [(value) => memberOf(value['data'], '__schema') !== undefined, 'a GraphQL schema'],
  [
    (value) => memberOf(value, 'apiVersion') !== undefined && memberOf(value, 'kind') !== undefined,
    'a manifest of Kubernetes',
  ],
  [(value) => memberOf(value, 'discoveryVersion') !== undefined, 'a Google API discovery document'],
  [(value) => memberOf(value, 'dependencies') !== undefined && memberOf(value, 'name') !== undefined, 'a package.json'],
  [(value) => memberOf(value, '$schema') !== undefined, 'a JSON Schema'],
  [
    (value) => isObject(value['properties']) || isObject(value['$defs']) || isObject(value['definitions']),
    'a JSON Schema',
  ],
];

/** What begins texts that are YAML by chance. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/^#%RAML/, 'a RAML document'],
  [/^FORMAT: 1A/, 'a document of API Blueprint'],
];

/** What a value is that is no OpenAPI document: `an array`, `a Postman collection`. */
function nameOf(value: Json, text: string | undefined): string {
  const [, ofText] = texts.find(([pattern]) => text !== undefined && pattern.test(text)) ?? [];
  if (ofText !== undefined) return ofText;
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'an array';
  if (!isObject(value)) return `a ${typeof value === 'string' ? 'text' : typeof value}`;
  if (Object.keys(value).length === 0) return 'an empty object';
  const [, name] = others.find(([is]) => is(value)) ?? [];
  return name ?? `an object with ${Object.keys(value).slice(0, 5).join(', ')}, and neither openapi nor swagger`;
}

/** The version as text: YAML makes a number of `3.1`, and 3 of `3.0`. */
function written(version: Json | undefined): string | undefined {
  if (typeof version === 'number') return Number.isInteger(version) ? `${version}.0` : String(version);
  return typeof version === 'string' ? version.trim() : undefined;
}

/** The version of a document, or why it has none. */
export function versionOf(value: Json, text?: string): { readonly version: Version } | { readonly not: string } {
  const swagger = written(memberOf(value, 'swagger'));
  const openapi = written(memberOf(value, 'openapi'));
  if (openapi === undefined && swagger === undefined) {
    return { not: `it is ${nameOf(value, text)}, and no OpenAPI document` };
  }
  const said = openapi ?? swagger ?? '';
  const [, minor] = /^v?3\.([012])(?:\.|-|$)/.exec(said) ?? [];
  if (minor === '0' || minor === '1' || minor === '2') return { version: `3.${minor}` };
  if (/^2(?:\.|$)/.test(said)) return { version: '2.0' };
  return {
    not: `it is of OpenAPI ${said.slice(0, 20) || 'without a number'}; 2.0 (Swagger), 3.0, 3.1 and 3.2 are read`,
  };
}
