/** A value as an error may show it: without its password, however its address is malformed. */

/** The scheme of an address; without slashes, only where it is one of ours, since else it may be a user. */
const SCHEME = /^\s*(?:[a-z][a-z0-9+.-]*:\/+|postgres(?:ql)?(?::\/*|\/+))/i;

/** Characters before anything that can follow a user or a host. */
const NAME = /^[^:/?#@\s]*/;

/** A port that ends a host. */
const PORT = /^:\d{1,5}(?=[/?#]|$)/;

/** A parameter of a query, or of a list of `name=value`; the value ends with `&`, or where another name begins. */
const PARAMETER = /([\w.%-]+)(\s*=\s*)((?:(?!\s+[\w.%-]+\s*=)[^&])+)/g;

const SECRET = /pass|pwd|secret|token|key/i;

function decoded(name: string): string {
  return URL.canParse(`x:?${name}`) ? [...new URL(`x:?${name}`).searchParams.keys()].join('') : name;
}

/** A text without what stands between a user and the last `@`, which ends a password whatever is in it. */
function withoutUserInfo(text: string): string {
  const [scheme = ''] = SCHEME.exec(text) ?? [];
  const [name] = NAME.exec(text.slice(scheme.length)) ?? [''];
  const head = scheme + name;
  const at = text.lastIndexOf('@');
  if (at > head.length) return `${head}:***${text.slice(at)}`;
  const rest = text.slice(head.length);
  // Without a host, what looks like one is the user, and what is no port the password.
  const isPassword = scheme !== '' && at < 0 && rest.startsWith(':') && !PORT.test(rest);
  return isPassword ? `${head}:***` : text;
}

function masked(text: string): string {
  return withoutUserInfo(text).replace(PARAMETER, (whole: string, name: string, equals: string) =>
    SECRET.test(decoded(name)) ? `${name}${equals}***` : whole,
  );
}

/** A value as an error may show it. */
export function shown(value: unknown): string {
  const shownText = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? masked(member) : member,
  );
  return shownText ?? '';
}
