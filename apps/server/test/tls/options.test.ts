/** The options about TLS: what is wrong with them is said, and the CA of a user is made once. */
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { dataFolder, identityOf } from '../../src/command/serving/tls.js';
import { OptionError } from '../../src/options/options.js';
import { runHere } from '../command/in-process.js';
import { certified } from './certified.js';
import { useFolder } from '../use.js';

// The first one loads the command.
const folder = useFolder();

const at = (name: string): string => join(folder, name);

beforeAll(() => {
  writeFileSync(at('cert.pem'), certified.cert);
  writeFileSync(at('key.pem'), certified.key);
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open sesame' } as const;
  writeFileSync(at('locked.pem'), createPrivateKey(certified.key).export(locked));
  writeFileSync(at('text.txt'), 'no PEM');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(at('other.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
});

const files = (cert: string, key: string): string[] => ['--tls-cert', at(cert), '--tls-key', at(key)];

const wrong: readonly (readonly [string, () => string[], RegExp])[] = [
  ['a certificate without a key', () => ['--tls-cert', at('cert.pem')], /^--tls-cert is given without --tls-key;/],
  ['a key without a certificate', () => ['--tls-key', at('key.pem')], /^--tls-key is given without --tls-cert;/],
  [
    'both ways at once',
    () => ['--tls', 'self-signed', ...files('cert.pem', 'key.pem')],
    /which --tls-cert does not go/,
  ],
  ['a missing file', () => files('gone.pem', 'key.pem'), /^--tls-cert is ".*gone\.pem", but there is no such file$/],
  ['a folder', () => files('cert.pem', '.'), /^--tls-key is ".*", but that is a folder$/],
  ['no certificate', () => files('text.txt', 'key.pem'), /^--tls-cert is ".*", which has no certificate in PEM$/],
  ['a key as certificate', () => files('key.pem', 'key.pem'), /has no certificate in PEM, but a key$/],
  ['no key', () => files('cert.pem', 'text.txt'), /^--tls-key is ".*", which has no private key in PEM$/],
  ['another key', () => files('cert.pem', 'other.pem'), /which is not the key of the certificate in ".*cert\.pem"$/],
  [
    'an encrypted key',
    () => files('cert.pem', 'locked.pem'),
    /which is encrypted; give its passphrase by --tls-passphrase$/,
  ],
  [
    'a wrong passphrase',
    () => [...files('cert.pem', 'locked.pem'), '--tls-passphrase', 'hunter2'],
    /which --tls-passphrase does not open$/,
  ],
  ['another word', () => ['--tls', 'maybe'], /^--tls is "maybe", but must be one of off, self-signed$/],
];

it.each(wrong)('refuses %s in a line', async (_, parameters, message) => {
  const { code, stderr } = await runHere(['serve', '--port', '0', ...parameters()]);
  const [line = '', ...rest] = stderr.split('\n');
  expect([code, line.replace(/^understudy: /, '')]).toEqual([2, expect.stringMatching(message)]);
  expect(rest.join('')).toMatch(/^(?:understudy: )?(?:Run|See|Try|$)/);
  expect(stderr).not.toMatch(/hunter2|PRIVATE KEY/);
});

const none = {
  tls: 'off',
  tlsCert: undefined,
  tlsKey: undefined,
  tlsPassphrase: undefined,
  tlsDir: undefined,
} as const;
const here = {
  settings: { host: '127.0.0.1', allowHost: [], publicUrl: undefined },
  named: (field: string) => field,
  environment: {},
};

it('opens an encrypted key with its passphrase', async () => {
  const given = { ...none, tlsCert: at('cert.pem'), tlsKey: at('locked.pem'), tlsPassphrase: 'open sesame' };
  expect(await identityOf(given, here)).toMatchObject({ notices: [], certified: { passphrase: 'open sesame' } });
});

it('warns about a certificate that has expired', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(new X509Certificate(certified.cert).validTo).getTime() + 1000 });
  const { notices } = await identityOf({ ...none, tlsCert: at('cert.pem'), tlsKey: at('key.pem') }, here);
  vi.useRealTimers();
  expect(notices).toEqual([expect.stringMatching(/^tlsCert is ".*", which has expired on \d{4}-\d\d-\d\d: clients/)]);
});

const selfSigned = (tlsDir: string, settings = here.settings) =>
  identityOf({ ...none, tls: 'self-signed', tlsDir }, { ...here, settings });

it('keeps the CA between two starts, for its user alone, and signs anew', async () => {
  const tlsDir = at('kept');
  const [first, second] = [await selfSigned(tlsDir), await selfSigned(tlsDir)];
  const authority = readFileSync(join(tlsDir, 'ca.pem'), 'utf8');
  const ca = new X509Certificate(authority);
  const certificates = [first, second].map(({ certified: { cert } }) => new X509Certificate(cert));
  expect(certificates.map((one) => one.verify(ca.publicKey))).toEqual([true, true]);
  expect(certificates[0]?.serialNumber).not.toBe(certificates[1]?.serialNumber);
  expect([first.notices[0], second.notices[0]]).toEqual([
    `the CA of its certificate is ${join(tlsDir, 'ca.pem')}, made just now`,
    `the CA of its certificate is ${join(tlsDir, 'ca.pem')}`,
  ]);
  const rights = [tlsDir, join(tlsDir, 'ca-key.pem')].map((path) => statSync(path).mode & 0o777);
  expect(rights).toEqual([0o700, 0o600]);
  expect(authority).not.toContain('PRIVATE');
  expect([ca.ca, certificates[0]?.ca]).toEqual([true, false]);
});

it('makes one CA, however many start at once', async () => {
  const tlsDir = at('raced');
  const all = await Promise.all(Array.from({ length: 8 }, () => selfSigned(tlsDir)));
  const ca = new X509Certificate(readFileSync(join(tlsDir, 'ca.pem')));
  const verified = all.map(({ certified: { cert } }) => new X509Certificate(cert).verify(ca.publicKey));
  expect(verified).toEqual(verified.map(() => true));
});

it('puts in the names that clients know the server by', async () => {
  const settings = { host: 'mock.internal', allowHost: ['other.internal', '[fd00::1]'], publicUrl: 'https://api.test' };
  const { certified: made } = await selfSigned(at('named'), { ...here.settings, ...settings } as never);
  const { subjectAltName } = new X509Certificate(made.cert);
  expect(subjectAltName?.split(', ')).toEqual([
    'DNS:localhost',
    'IP Address:127.0.0.1',
    'IP Address:0:0:0:0:0:0:0:1',
    'DNS:mock.internal',
    'DNS:other.internal',
    'IP Address:FD00:0:0:0:0:0:0:1',
    'DNS:api.test',
  ]);
});

it('makes another CA once it would expire before what it signs', async () => {
  const tlsDir = at('old');
  await selfSigned(tlsDir);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 365 * 86_400_000 });
  const { notices } = await selfSigned(tlsDir);
  vi.useRealTimers();
  expect(notices[0]).toMatch(/, made just now$/);
});

it('says what is wrong with the folder or the CA in it', async () => {
  writeFileSync(at('file'), '');
  await expect(selfSigned(at('file'))).rejects.toThrow(/^the CA cannot be kept in .*file \(EEXIST\); choose another/);
  mkdirSync(at('spoiled'));
  writeFileSync(join(at('spoiled'), 'ca-key.pem'), 'no PEM');
  chmodSync(join(at('spoiled'), 'ca-key.pem'), 0o644);
  await expect(selfSigned(at('spoiled'))).rejects.toThrow(
    /ca-key\.pem does not hold the CA that was made there; remove/,
  );
  await expect(identityOf({ ...none, tlsKey: at('key.pem') }, here)).rejects.toThrow(OptionError);
});

it('keeps it where a user has such files on each system', () => {
  expect(dataFolder({ HOME: '/home/ada' }, 'linux')).toBe('/home/ada/.local/share/understudy/tls');
  expect(dataFolder({ HOME: '/home/ada', XDG_DATA_HOME: '/data' }, 'linux')).toBe('/data/understudy/tls');
  // An empty variable is as none, and no folder of the moment.
  expect(dataFolder({ HOME: '' }, 'linux')).toBe(`${homedir()}/.local/share/understudy/tls`);
  expect(dataFolder({ HOME: '/Users/ada' }, 'darwin')).toBe('/Users/ada/Library/Application Support/understudy/tls');
});
