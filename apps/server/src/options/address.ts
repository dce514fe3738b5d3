/** Reads the address of a server. */
import { NotAllowed } from './parse.js';

/** The address of a server or a sandbox, without a slash at its end. */
export function address(value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value)) {
    const { protocol, origin, pathname, username, password } = new URL(value);
    const isPlain = username === '' && password === '';
    if (/^https?:$/.test(protocol) && isPlain) return origin + pathname.replace(/\/+$/, '');
  }
  throw new NotAllowed('the http or https address of a server, such as http://127.0.0.1:4010');
}
