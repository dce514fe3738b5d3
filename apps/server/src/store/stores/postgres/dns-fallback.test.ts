/** Addresses of databases while the name server is late, silent, or knows better. */
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { type AskName, Names } from './pool.js';

const FIRST = [{ address: '127.0.0.1', family: 4 }];
const SECOND = [{ address: '127.0.0.2', family: 4 }];

const never = new Promise<never>(() => undefined);
const failure = (code: string) => Object.assign(new Error(code), { code });

/** An answer that comes when it is told to. */
function lateAnswer() {
  let resolve: (addresses: typeof FIRST) => void = () => undefined;
  const promise = new Promise<typeof FIRST>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

afterEach(() => void vi.useRealTimers());

test('a name server that is late is not waited for where its last answer is known', async () => {
  vi.useFakeTimers();
  const names = new Names(vi.fn<AskName>().mockResolvedValueOnce(FIRST).mockReturnValue(never), 300);
  expect(await names.find('database')).toEqual(FIRST);
  const found = names.find('database');
  await vi.advanceTimersByTimeAsync(300);
  expect(await found).toEqual(FIRST);
});

test('what it says in time is taken', async () => {
  const names = new Names(vi.fn<AskName>().mockResolvedValueOnce(FIRST).mockResolvedValue(SECOND), 60_000);
  expect(await names.find('database')).toEqual(FIRST);
  expect(await names.find('database')).toEqual(SECOND);
});

test('what it says late holds for those that come after', async () => {
  const { promise: late, resolve } = lateAnswer();
  const names = new Names(
    vi.fn<AskName>().mockResolvedValueOnce(FIRST).mockReturnValueOnce(late).mockReturnValue(never),
    1,
  );
  expect([await names.find('database'), await names.find('database')]).toEqual([FIRST, FIRST]);
  resolve(SECOND);
  await late;
  expect(await names.find('database')).toEqual(SECOND);
});

test('it is asked one question at a time', async () => {
  const ask = vi.fn<AskName>().mockReturnValue(never);
  const names = new Names(ask, 1);
  for (let i = 0; i < 20; i += 1) void names.find('database');
  void names.find('another');
  expect(ask.mock.calls.map(([name]) => name)).toEqual(['database', 'another']);
});

test('that it cannot be asked fails nobody who knows an answer; that there is no such name does', async () => {
  const ask = vi.fn<AskName>().mockRejectedValueOnce(failure('EAI_AGAIN'));
  const names = new Names(ask);
  await expect(names.find('database')).rejects.toThrow('EAI_AGAIN');
  ask.mockResolvedValueOnce(FIRST);
  expect(await names.find('database')).toEqual(FIRST);
  ask.mockRejectedValueOnce(failure('EAI_AGAIN')).mockRejectedValueOnce(failure('ENOTFOUND'));
  expect(await names.find('database')).toEqual(FIRST);
  await expect(names.find('database')).rejects.toThrow('ENOTFOUND');
});

test('a socket connects by it, and says where it cannot', async () => {
  const server = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const names = new Names(vi.fn<AskName>().mockResolvedValueOnce(FIRST).mockRejectedValueOnce(failure('ENOTFOUND')));
  const socket = names.socket().setEncoding('utf8');
  // As the driver does.
  socket.connect(port, 'database.test');
  expect(await once(socket, 'data')).toEqual(['here']);
  const lost = names.socket();
  lost.connect(port, 'database.test');
  expect(await once(lost, 'error')).toMatchObject([{ code: 'ENOTFOUND' }]);
  server.close();
});
