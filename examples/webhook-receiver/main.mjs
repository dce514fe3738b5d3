/** Has Understudy deliver webhooks to a receiver in this process, which verifies them. */
import { createUnderstudy } from '@understudy/server';
import { startReceiver } from './receiver.mjs';

const { receiver, answered } = await startReceiver();
const understudy = createUnderstudy({ webhookDelivery: 'on' });

/** @param {string} path @param {object} body */
async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await understudy.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return /** @type {{ data: [{ secret: string }] }} */ (await answer.json()).data[0];
}

try {
  const webhook = await post('/api/webhooks/register', { url: receiver.url, events: ['*'] });
  receiver.secret = webhook.secret;

  // What is created sends its event by itself.
  const guest = { name: 'Ada Lovelace', email: 'ada@example.com' };
  await Promise.all([answered(), post('/api/events/event_0001/registrations', guest)]);
  await Promise.all([answered(), post('/api/webhooks/test/invoice.paid', { data: { id: 'in_1' } })]);

  // A receiver with another secret believes nothing.
  receiver.secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
  await Promise.all([answered(), post('/api/webhooks/test/invoice.paid', {})]);
} finally {
  await understudy.close();
  receiver.close();
}
