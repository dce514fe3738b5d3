/** What a server says that cannot listen, and whether it helps to try again. */
import { expect, it } from 'vitest';
import { OptionError } from '../../options/options.js';
import { Failure } from '../commands.js';
import { listenFailure } from './server.js';

const named = (field: string): string => `--${field}`;
const failed = (code: string) => Object.assign(new Error(code), { code });

// A wrong option ends the command with 2, at which a service manager does not try again, and any other failure with 1.
it.each([
  ['EACCES', OptionError, '--port is 65535, but this user may not listen there; choose one above 1023'],
  ['EADDRINUSE', Failure, '--port is 65535, but another program already listens there; try --port '],
  ['EADDRNOTAVAIL', Failure, '--host is "192.0.2.1", but this machine does not have that address'],
])('%s', async (code, kind, said) => {
  const failure = await listenFailure(failed(code), { host: '192.0.2.1', port: 65535 }, named);
  expect(failure).toBeInstanceOf(kind);
  expect(failure?.message).toContain(said);
});

it('says nothing of what is no matter of the address', async () => {
  expect(await listenFailure(failed('EMFILE'), { host: '127.0.0.1', port: 65535 }, named)).toBeUndefined();
});
