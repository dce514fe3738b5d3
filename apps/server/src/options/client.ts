/** Options of `understudy client`. */
import { address } from './address.js';
import { option } from './option.js';
import { flag, NotAllowed } from './parse.js';

function file(value: unknown): string {
  if (typeof value === 'string' && /^[^\0]{1,4000}\.[cm]?ts$/.test(value)) return value;
  throw new NotAllowed('the path of a TypeScript file, such as src/api.ts');
}

/** Options of `understudy client`. */
export const clientOptions = {
  out: option<string | undefined>({
    flag: 'out',
    placeholder: 'FILE',
    help: 'The file to write, such as src/api.ts.',
    fallback: undefined,
    shown: 'none',
    read: file,
  }),
  url: option<string | undefined>({
    flag: 'url',
    placeholder: 'ADDRESS',
    help: 'Address of a running server to ask for its domains.',
    fallback: undefined,
    shown: 'none',
    read: address,
  }),
  all: option<boolean>({
    flag: 'all',
    help: 'Write the domains of Understudy as well.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
  check: option<boolean>({
    flag: 'check',
    help: 'Write nothing, and end with exit code 1 if the file is not up to date.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
};
