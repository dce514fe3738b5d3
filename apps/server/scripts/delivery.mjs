/**
 * `npm run suite -- delivery`: a delivery in real time, sixty times as fast (`pace=fast`), read as a stream of which every
 * connection ends after seven events. Fails where an event is lost, doubled or out of order, or comes before its instant.
 */
import { followParent } from '@understudy/tooling/follow-parent';
import { EventSource } from 'eventsource';
import { startServer } from './attack/server.mjs';

followParent();

/** Events of an order that is delivered: what becomes of it, forty positions, and the end. */
const EVENTS = 46;

/** The longest that one may take, in ms; a sixtieth of what it takes otherwise is 20 s. */
const PATIENCE_MS = 120_000;

const server = await startServer(['--clock', 'real', '--log', 'off']);
const faults = [];
const begun = performance.now();

const body = JSON.stringify({ quote_id: 'qte_0001', total: 2190, pace: 'fast' });
const headers = { 'content-type': 'application/json' };
const placed = await fetch(`${server.origin}/api/food/orders`, { method: 'POST', headers, body });
const {
  data: [order],
} = await placed.json();
if (placed.status !== 202) faults.push(`an order is answered ${placed.status}, not 202`);

const events = await new Promise((resolve) => {
  const found = [];
  const source = new EventSource(`${server.origin}/api/food/orders/${order.id}/tracking?last_event_id=0&limit=7`);
  const late = setTimeout(() => end(), PATIENCE_MS);
  const end = () => {
    clearTimeout(late);
    source.close();
    resolve(found);
  };
  for (const type of ['status', 'position', 'end']) {
    source.addEventListener(type, ({ lastEventId, data }) => {
      const { at, ...rest } = JSON.parse(data);
      // The clocks of this process and of the server are one.
      if (at !== undefined && Date.parse(at) > Date.now()) faults.push(`event ${lastEventId} came before its instant`);
      found.push({ id: lastEventId, type, ...rest });
      if (type === 'end') end();
    });
  }
});

const ids = events.map(({ id }) => Number(id));
if (ids.length !== EVENTS) faults.push(`${ids.length} events came, not ${EVENTS}`);
if (ids.some((id, i) => id !== i + 1)) faults.push(`the ids of the events are ${ids.join()}`);
const shown = await (await fetch(`${server.origin}/api/food/orders/${order.id}`)).json();
if (shown.data.status !== 'delivered') faults.push(`the order is ${shown.data.status} in the end`);
await server.stop();

for (const fault of faults) console.error(fault);
console.log(`${ids.length} events in ${((performance.now() - begun) / 1000).toFixed(1)} s, ${faults.length} failures`);
process.exitCode = faults.length > 0 ? 1 : 0;
