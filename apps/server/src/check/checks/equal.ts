/** The same call gives the same bytes: on two servers, over both transports, on every store, from a snapshot (state.md). */
import type { Operation } from '@understudy/contract/kit';
import { callReady } from '../bench.js';
import { ofOperations } from '../check.js';
import { holds, same, shown } from '../finding.js';
import type { Sandbox } from '../host.js';
import { expectEqual, listed, transcriptOn } from '../transcribe.js';
import { transports } from '../transport.js';

const isOfSandbox = ({ meta }: Operation): boolean => meta.scope === 'sandbox';
const writes = (operation: Operation): boolean => isOfSandbox(operation) && operation.method !== 'GET';

/** The check. */
export const equalBytes = ofOperations({
  name: 'equal-bytes',
  proves: 'Two servers with the same seed give the same bytes for the same calls.',
  of: isOfSandbox,
  run: async (operation, bench) => {
    const first = await transcriptOn(bench, operation, { name: 'first' });
    expectEqual('the bytes of the first server', await transcriptOn(bench, operation, { name: 'second' }), first);
  },
});

/** The check. */
export const twoProcesses = ofOperations({
  name: 'two-processes',
  proves: 'Another process, on a machine whose clock shows another day, gives the same bytes.',
  of: isOfSandbox,
  run: async (operation, bench) => {
    const theirs = bench.elsewhere?.[operation.name];
    if (theirs === undefined) return;
    expectEqual('the bytes of the other process', await transcriptOn(bench, operation, { name: 'first' }), theirs);
  },
});

/** The check. */
export const equalStores = ofOperations({
  name: 'equal-stores',
  proves: 'A call gives the same bytes on every store as in memory.',
  of: isOfSandbox,
  run: async (operation, bench) => {
    const memory = await transcriptOn(bench, operation, { name: 'first' });
    for (const store of bench.stores) {
      expectEqual(`on ${store.name} the bytes of memory`, await transcriptOn(bench, operation, store), memory);
    }
  },
});

/** The check. */
export const sameOverTrpc = ofOperations({
  name: 'same-over-trpc',
  proves: 'An operation answers over tRPC what it answers over REST.',
  of: (operation) => isOfSandbox(operation) && operation.answers !== 'nothing',
  run: async (operation, bench) => {
    const [one, other] = await bench.pair(operation);
    const [ready, twin] = [await bench.ready(one, operation), await bench.ready(other, operation)];
    if (ready === undefined || twin === undefined) return;
    const [rest, trpc] = transports;
    const wanted = await callReady(operation, ready, { over: rest });
    const { asked, value } = await callReady(operation, twin, { over: trpc });
    const plain = (of: unknown, { host }: Sandbox) => (JSON.stringify(of) ?? '').replaceAll(host.origin, '{origin}');
    const expected = plain(wanted.value, one);
    same({ what: 'what REST answers', asked, actual: plain(value, other), expected });
  },
});

/** The check. */
export const replays = ofOperations({
  name: 'idempotent-replays',
  proves: 'The same Idempotency-Key replays the first answer, and writes nothing again.',
  of: (operation) => writes(operation) && ['POST', 'PATCH'].includes(operation.method),
  run: async (operation, bench) => {
    const sandbox = await bench.sandbox(operation);
    const ready = await bench.ready(sandbox, operation);
    if (ready === undefined) return;
    for (const over of transports) {
      const headers = { 'idempotency-key': `check-${over.name}` };
      const first = await callReady(operation, ready, { over, headers });
      // What it changed may refuse it now.
      if (first.status >= 300) continue;
      const before = await listed(bench, operation, sandbox);
      const { asked, status, text, headers: came } = await callReady(operation, ready, { over, headers });
      same({ what: 'the first answer', asked, actual: `${status} ${text}`, expected: `${first.status} ${first.text}` });
      same({ what: 'idempotency-replayed', asked, actual: came.get('idempotency-replayed'), expected: 'true' });
      expectEqual('lists as they were', await listed(bench, operation, sandbox), before);
    }
  },
});

/** The check. */
export const snapshots = ofOperations({
  name: 'snapshots',
  proves: 'A snapshot taken after a write, and restored on another server, gives the same lists byte for byte.',
  of: writes,
  run: async (operation, bench) => {
    const [one, other] = await bench.pair(operation);
    const ready = await bench.ready(one, operation);
    if (ready === undefined) return;
    await callReady(operation, ready);
    const path = `/sandboxes/${one.name}/snapshot`;
    const snapshot = await (await one.host.fetch(path)).text();
    const headers = { 'content-type': 'application/json' };
    const restored = await other.host.fetch(path, { method: 'PUT', headers, body: snapshot });
    const asked = `curl -X PUT 'http://127.0.0.1:4010${path}' -H 'content-type: application/json' -d @snapshot.json`;
    const text = await restored.text();
    holds(restored.ok, { asked, expected: 'the snapshot restored', actual: `${restored.status} ${shown(text)}` });
    const before = await listed(bench, operation, one);
    expectEqual('the lists before', await listed(bench, operation, other), before);
    const again = await (await other.host.fetch(path)).text();
    same({ what: 'the same snapshot again', asked, actual: again, expected: snapshot });
  },
});

/** The check. */
export const sandboxesApart = ofOperations({
  name: 'sandboxes-apart',
  proves: 'A write in one sandbox changes no list and no answer of another.',
  of: writes,
  run: async (operation, bench) => {
    const [sandbox, untouched] = [await bench.sandbox(operation), await bench.sandbox(operation)];
    const before = await listed(bench, operation, untouched);
    const ready = await bench.ready(sandbox, operation);
    if (ready === undefined) return;
    await callReady(operation, ready);
    expectEqual('lists that nobody wrote to', await listed(bench, operation, untouched), before);
  },
});
