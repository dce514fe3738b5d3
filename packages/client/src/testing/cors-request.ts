/** What of a request a browser must ask for first (Fetch §2.2.2, CORS-safelisted request headers). */

/** Methods that need no preflight. */
export const safelistedMethods: readonly string[] = ['GET', 'HEAD', 'POST'];

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];
/** Bytes that no safelisted value has. */
// oxlint-disable-next-line eslint/no-control-regex -- these are the bytes that the standard lists
const unsafeByte = /[\u0000-\u0008\u000a-\u001f"():<>?@[\\\]{}\u007f]/;
const language = /^[0-9A-Za-z *,\-.;=]*$/;

const isSafe: Readonly<Record<string, (value: string) => boolean>> = {
  accept: (value) => !unsafeByte.test(value),
  'accept-language': (value) => language.test(value),
  'content-language': (value) => language.test(value),
  'content-type': (value) => {
    const [essence = ''] = value.split(';');
    return !unsafeByte.test(value) && formTypes.includes(essence.trim().toLowerCase());
  },
  range: (value) => /^bytes=\d+-\d*$/.test(value),
};

/** Headers that a page cannot set: a browser drops or sets them itself. */
const forbidden =
  /^(accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/;

/** The headers of a request that a page may set. */
export function ownHeaders(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => !forbidden.test(name)));
}

/** Names of the headers that need a preflight, sorted. */
export function unsafeHeaders(headers: Headers): string[] {
  const entries = [...headers];
  const isListed = ([name, value]: [string, string]) => value.length <= 128 && isSafe[name]?.(value) === true;
  const safe = entries.filter(isListed);
  const isTooLong = safe.reduce((sum, [, value]) => sum + value.length, 0) > 1024;
  return entries
    .filter((entry) => isTooLong || !isListed(entry))
    .map(([name]) => name)
    .toSorted();
}
