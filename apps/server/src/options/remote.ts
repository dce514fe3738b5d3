/** Options of the commands that ask a running server: where it is, which sandbox, and as whom. */
import { address } from './address.js';
import { networkOptions } from './network.js';
import { option } from './option.js';
import { flag, NotAllowed } from './parse.js';
import { schemeOptions } from './tls.js';

function sandboxName(value: unknown): string {
  if (typeof value === 'string' && /^[a-z0-9][a-z0-9._-]{0,63}$/.test(value)) return value;
  throw new NotAllowed('1 to 64 of a-z, 0-9, dot, underscore and hyphen, starting with a letter or digit');
}

/** Which server is asked, and as whom. */
export const serverOptions = {
  url: option<string | undefined>({
    flag: 'url',
    variable: 'UNDERSTUDY_URL',
    isField: false,
    placeholder: 'URL',
    help: 'Address of the server, or of a sandbox of it; it may also be given without the flag.',
    fallback: undefined,
    shown: 'where serve listens, http://127.0.0.1:4010',
    read: address,
  }),
  adminToken: networkOptions.adminToken,
  // Where a server listens that is started with the same options.
  port: networkOptions.port,
  host: networkOptions.host,
  ...schemeOptions,
};

/** Which sandbox of it is meant. */
export const sandboxOption = {
  sandbox: option<string | undefined>({
    flag: 'sandbox',
    placeholder: 'NAME',
    help: 'The sandbox that is meant.',
    fallback: undefined,
    shown: 'that of the URL, else default',
    read: sandboxName,
  }),
};

/** Whether the result is printed for programs. */
export const jsonOption = {
  json: option<boolean>({ flag: 'json', help: 'Print JSON.', fallback: false, shown: 'off', read: flag }),
};
