/** Readers of option values that say where something is on the web: origins, paths, ranges of addresses. */
import { isRange } from '#platform/addresses';
import { isPrivateScheme } from '../identity/redirects.js';
import { isBesideApi, isPlainPath } from '../kit/api-path.js';
import { NotAllowed } from './parse.js';

/** An http or https origin, as `https://host:port`. */
export function origin(value: unknown): string {
  if (typeof value === 'string' && /^https?:\/\/[^/?#@\\]+\/?$/i.test(value) && URL.canParse(value)) {
    return new URL(value).origin;
  }
  throw new NotAllowed('an http or https origin, such as https://api.example.com');
}

/** An http or https origin, or a private-use scheme with its colon, such as `com.example.app:`. */
export function originOrScheme(value: unknown): string {
  const scheme =
    typeof value === 'string' ? /^(?<scheme>[^:/]+):(?:\/\/)?$/.exec(value)?.groups?.['scheme'] : undefined;
  if (scheme !== undefined && isPrivateScheme(scheme.toLowerCase())) return `${scheme.toLowerCase()}:`;
  try {
    return origin(value);
  } catch {
    throw new NotAllowed(
      'an http or https origin, such as https://api.example.com, or a private-use scheme, such as com.example.app:',
    );
  }
}

/** The URL of an issuer, to the letter: whoever compares one does so as text (OpenID Connect Discovery §3). */
export function issuerUrl(value: unknown): string {
  const isUrl =
    typeof value === 'string' && /^https?:\/\/[^/?#@\\\s]+(?:\/[^?#\\\s]*)?$/i.test(value) && URL.canParse(value);
  if (isUrl && value.length <= 2000) return value;
  throw new NotAllowed('an http or https URL without query and fragment, such as https://tenant.example.com/');
}

/** A path such as `/v1`, without the slash at its end: the root is the empty text. */
export function plainPath(value: unknown): string {
  const path = typeof value === 'string' ? value.replace(/\/$/, '') : undefined;
  if (value !== '' && path !== undefined && isPlainPath(path) && path.length <= 200) return path;
  throw new NotAllowed('/, or a path of letters, digits, -, _, . and ~, such as /v1');
}

/** The same, where nothing else of the server lies below. */
export function base(value: unknown): string {
  const path = plainPath(value);
  if (path === '' || !isBesideApi(path)) return path;
  throw new NotAllowed('a path that nothing else lies below');
}

/** A range of addresses, such as 10.0.0.0/8. */
export function cidr(value: unknown): string {
  if (typeof value === 'string' && isRange(value)) return value;
  throw new NotAllowed('an address range, such as 10.0.0.0/8 or fd00::/8');
}
