/** Which credentials the operations of a document want. */
import type { ApiCredential, Json, JsonObject } from '../model.js';
import { isObject, memberOf } from '../schema.js';
import type { Findings } from './fault.js';
import { pointerName } from './lines.js';
import type { References } from './references.js';

/** The credentials of each security scheme, by its name; undefined for one that cannot be asked for. */
export type Schemes = ReadonlyMap<string, ApiCredential>;

const TYPES = ['apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect'] as const;
const PLACES = ['query', 'header', 'cookie'] as const;

function credentialOf(scheme: string, given: JsonObject): ApiCredential | string {
  const type = TYPES.find((one) => one === given['type']);
  if (type === undefined) return `security scheme ${scheme} has no type that is known`;
  if (type === 'http') {
    const { scheme: name } = given;
    return typeof name === 'string'
      ? { scheme, type, httpScheme: name.toLowerCase() }
      : `security scheme ${scheme} does not say its scheme of HTTP`;
  }
  if (type !== 'apiKey') return { scheme, type };
  const place = PLACES.find((one) => one === given['in']);
  const { name } = given;
  if (place === undefined || typeof name !== 'string') return `security scheme ${scheme} has no name, or is nowhere`;
  return { scheme, type, in: place, name };
}

/** The security schemes of a document. */
export function schemesIn(root: JsonObject, references: References, found: Findings): Schemes {
  const schemes = new Map<string, ApiCredential>();
  const given = memberOf(root['components'], 'securitySchemes');
  for (const [name, value] of Object.entries(isObject(given) ? given : {})) {
    const pointer = `/components/securitySchemes/${pointerName(name)}`;
    const scheme = references.resolve(value);
    const credential = isObject(scheme) ? credentialOf(name, scheme) : `security scheme ${name} leads nowhere`;
    if (typeof credential !== 'string') schemes.set(name, credential);
    else found.add({ severity: 'warning', message: `${credential}; it is not asked for`, pointer });
  }
  return schemes;
}

/** Requirements as an operation has them, else as its document has them. */
export function securityOf(
  schemes: Schemes,
  given: Json | undefined,
  warn: (message: string) => void,
): readonly (readonly ApiCredential[])[] {
  const requirements = Array.isArray(given) ? (given as readonly Json[]) : [];
  return requirements.filter(isObject).map((requirement) =>
    Object.keys(requirement).flatMap((name) => {
      const credential = schemes.get(name);
      if (credential === undefined) warn(`security scheme ${name} is not declared; it is not asked for`);
      return credential === undefined ? [] : [credential];
    }),
  );
}
