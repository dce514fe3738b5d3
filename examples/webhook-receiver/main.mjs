/** Has Understudy deliver webhooks to a receiver in this process, which believes the genuine ones and no others. */
import { createUnderstudy } from '@understudy/server';
import { startReceiver } from './receiver.mjs';

const { receiver, answered } = await startReceiver();
const understudy = createUnderstudy({ webhookDelivery: 'on' });

/** @param {string} path @param {object} body @param {string} [method] */
async function ask(path, body, method = 'POST') {
  const headers = { 'content-type': 'application/json' };
  const answer = await understudy.fetch(path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return /** @type {{ data: [{ secret: string }] }} */ (await answer.json()).data[0];
}

/** @param {string} what @param {() => Promise<unknown>} act something that ends in a delivery */
async function chapter(what, act) {
  console.log(what);
  await Promise.all([answered(), act()]);
}

try {
  const webhook = await ask('/api/webhooks/register', { url: receiver.url, events: ['*'] });
  receiver.secret = webhook.secret;

  const guest = { name: 'Ada Lovelace', email: 'ada@example.com' };
  await chapter('What is created sends its event', () => ask('/api/events/event_0001/registrations', guest));
  await chapter('A test event, of any type', () => ask('/api/webhooks/test/invoice.paid', { data: { id: 'in_1' } }));

  // As somebody would who has caught a delivery, and wants another amount to be believed.
  const { body, headers } = receiver.last ?? { body: Buffer.of(), headers: {} };
  const forged = body.toString().replace('in_1', 'in_2');
  const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'stripe-signature'];
  const sent = signed.map((name) => [name, String(headers[name])]);
  await chapter('The same signatures on another body', () =>
    fetch(receiver.url, { method: 'POST', headers: Object.fromEntries(sent), body: forged }),
  );

  // A delivery is signed at the time of its sandbox. This one lives in the past, so that its receiver sees an old one.
  await ask('/sandboxes/past', { clock: '2026-01-01T00:00:00Z' }, 'PUT');
  const old = { url: receiver.url, events: ['*'], secret: receiver.secret };
  await ask('/sandboxes/past/api/webhooks/register', old);
  await chapter('A delivery from long ago', () => ask('/sandboxes/past/api/webhooks/test/invoice.paid', {}));

  receiver.secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  await chapter('A receiver with another secret', () => ask('/api/webhooks/test/invoice.paid', {}));
} finally {
  await understudy.close();
  receiver.close();
}
