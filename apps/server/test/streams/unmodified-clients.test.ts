/** Streams as clients read them that are not ours: the `eventsource` package, undici's EventSource, and Python's standard library. */
import { fileURLToPath } from 'node:url';
import { runProgram } from '@understudy/tooling/server';
import { EventSource as PackagedSource } from 'eventsource';
import { describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { trainsDomain } from '../operations/trains-domain.js';
import { ourDomains } from '../our-domains.js';
import { eachServer, overSocket } from '../support.js';
import { long } from '../long.js';

const serves = apiOf([...ourDomains, trainsDomain]);

const server = eachServer(overSocket, { serves });

/** What both sources have, as far as it is used. */
interface Source {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: { lastEventId?: string; data?: string }) => void): void;
  close(): void;
}

/** Reads a journey until its reader gives up by itself, and answers what came. */
function read(make: (url: string) => Source, query: string): Promise<string[]> {
  return new Promise((resolve) => {
    const source = make(`${server.origin}/api/trains/train_0001/journey?${query}`);
    const found: string[] = [];
    for (const type of ['stop', 'end']) {
      source.addEventListener(type, ({ lastEventId, data }) => {
        found.push(`${type} ${lastEventId}`);
        JSON.parse(String(data));
      });
    }
    source.addEventListener('error', () => {
      if (source.readyState === 2) resolve(found);
    });
  });
}

const WHOLE = ['stop 1', 'stop 2', 'stop 3', 'stop 4', 'stop 5', 'end 6'];

/** What a reader asked for in the order of its connections, as the journal has it. */
async function connections(): Promise<(readonly [status: number, last: string | undefined])[]> {
  const answer = await server.fetch('/sandboxes/default/requests');
  const { data } = (await answer.json()) as { data: { status: number; headers: Record<string, string> }[] };
  return data.map(({ status, headers }) => [status, headers['last-event-id']]);
}

/** In a process of its own, since undici puts its dispatcher in the place of that of every fetch. */
const UNDICI = fileURLToPath(new URL('./undici-program.mjs', import.meta.url));

async function readByUndici(query: string): Promise<string[]> {
  const url = `${server.origin}/api/trains/train_0001/journey?${query}`;
  const { stdout } = await runProgram([process.execPath, '--no-warnings', UNDICI, url]);
  return JSON.parse(stdout) as string[];
}

describe.each([
  ['eventsource', (query: string) => read((url) => new PackagedSource(url) as unknown as Source, query)],
  ['undici', readByUndici],
])('%s', (name, readBy) => {
  long(
    'reads a stream to its end, connects again after it, and is told by 204 to stop',
    async () => {
      expect(await readBy('')).toEqual(WHOLE);
      expect(await connections()).toEqual([
        [200, undefined],
        [204, '6'],
      ]);
    },
    20_000,
  );

  const quick = name === 'eventsource' ? it : long;
  quick(
    'loses nothing where each connection is cut after some events, and in the middle of characters',
    async () => {
      expect(await readBy('limit=3&chunk_bytes=5')).toEqual(WHOLE);
      expect(await connections()).toEqual([
        [200, undefined],
        [200, '3'],
        [204, '6'],
      ]);
    },
    20_000,
  );
});

const READER = `
import json, sys, urllib.request
url, last, found = sys.argv[1], None, []
for _ in range(10):
    request = urllib.request.Request(url, headers={'Last-Event-ID': last} if last else {})
    with urllib.request.urlopen(request) as stream:
        if stream.status == 204: break
        event = {}
        for line in stream:
            line = line.decode('utf-8').rstrip('\\n')
            if line == '':
                if 'data' in event: found.append(event['event'] + ' ' + event['id']); json.loads(event['data'])
                if 'id' in event: last = event['id']
                event = {}
            elif not line.startswith(':'):
                name, _, value = line.partition(': ')
                event[name] = value
print(json.dumps(found))
`;

long('Python reads it line by line, and goes on after each cut', async () => {
  const url = `${server.origin}/api/trains/train_0001/journey?limit=2`;
  const { code, stdout, stderr } = await runProgram(['python3', '-c', READER, url]);
  expect(stderr).toBe('');
  expect([code, JSON.parse(stdout)]).toEqual([0, WHOLE]);
});
