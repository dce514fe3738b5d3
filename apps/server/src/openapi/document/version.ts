/** Which OpenAPI a document is of; of what is none, what it is. */
import type { Json } from '../model.js';
import { isObject, memberOf } from '../schema.js';
import { valueAt } from '../validate/pointers.js';

export type Version = '2.0' | '3.0' | '3.1' | '3.2';

/** What a document is known by that is of another kind: members that are all there, by their paths, some with what they say. */
const others: readonly (readonly [members: string, name: string])[] = [
  ['asyncapi', 'an AsyncAPI document'],
  ['arazzo', 'an Arazzo document'],
  ['overlay', 'an OpenAPI Overlay'],
  ['swaggerVersion', 'a document of Swagger 1, which is not read here'],
  ['info._postman_id', 'a Postman collection'],
  ['info.schema=postman.com', 'a Postman collection'],
  ['log.entries', 'an HTTP archive (HAR)'],
  ['_type=export', 'an export of Insomnia'],
  ['__schema', 'a GraphQL schema'],
  ['data.__schema', 'a GraphQL schema'],
  ['apiVersion kind', 'a manifest of Kubernetes'],
  ['discoveryVersion', 'a Google API discovery document'],
  ['dependencies name', 'a package.json'],
  ['$schema', 'a JSON Schema'],
  ['properties', 'a JSON Schema'],
  ['$defs', 'a JSON Schema'],
  ['definitions', 'a JSON Schema'],
];

/** Whether a document has all of some members. */
const hasAll = (document: Json, members: string): boolean =>
  members.split(' ').every((one) => {
    const [path = '', said = ''] = one.split('=');
    const value = valueAt(document, path.split('.'));
    return value !== undefined && (said === '' || String(value).includes(said));
  });

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
  const [, name] = others.find(([members]) => hasAll(value, members)) ?? [];
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
