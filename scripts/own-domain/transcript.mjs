/** Calls of the notes, in order, and what came back: the same on every runtime and every store. */

/** Failures that a call can ask for. */
const FAILURES = ['rate_limit', 'server_error', 'unauthorized', 'service_unavailable', 'timeout', 'malformed'];

/** Headers that belong to the answer, and not to the moment. */
const KEPT = ['content-type', 'etag', 'location', 'link', 'retry-after', 'idempotency-replayed', 'cache-control'];

/** @returns {{ method: string, path: string, init?: object }[]} */
function calls() {
  const get = (path) => ({ method: 'GET', path });
  const send = (target, body, own = {}) => {
    const [method, path] = target.split(' ');
    const headers = { ...(body && { 'content-type': 'application/json' }), ...own };
    return { method, path, init: { headers, body: body && JSON.stringify(body) } };
  };
  const registration = { url: 'https://receiver.example/hook', events: ['note.finished'], secret: 'whsec_c2VjcmV0' };
  return [
    get('/api/notes?per_page=3'),
    get('/api/notes?status=open&sort=-created_at,title&per_page=4&page=2'),
    get('/api/notes?q=the&per_page=50'),
    get('/api/notes?pagination_style=cursor&per_page=20&sort=title'),
    get('/api/notes?pagination_style=link&per_page=20'),
    get('/api/notes?status=lost'),
    get('/api/notes/note_0001'),
    get('/api/notes/note_9999'),
    get('/api/notes?delay=0.01'),
    get('/api/notes?cors=restrict'),
    ...FAILURES.map((failure) => get(`/api/notes?delay=0&simulate_error=${failure}`)),
    send('POST /api/webhooks/register', registration),
    send('POST /api/notes', { title: 'Order chalk' }, { 'idempotency-key': 'one' }),
    send('POST /api/notes', { title: 'Order chalk' }, { 'idempotency-key': 'one' }),
    send('POST /api/notes', { title: '' }),
    send('POST /api/notes?simulate_error=server_error', { title: 'Never' }),
    get('/api/notes?q=chalk'),
    send(
      'PATCH /api/notes/note_0002',
      { title: 'Order more chalk' },
      { 'content-type': 'application/merge-patch+json' },
    ),
    send('PUT /api/notes/note_0003', { title: 'Replaced' }),
    send('PUT /api/notes/note_9999', { title: 'Replaced' }),
    send('POST /api/notes/note_0004/archive'),
    send('POST /api/notes/note_0004/finish'),
    send('POST /api/notes/note_0002/finish'),
    send('DELETE /api/notes/note_0005'),
    send('DELETE /api/notes/note_0005'),
    get('/api/notes/note_0005'),
    get('/api/notes?sort=title&per_page=50'),
    get('/api/webhooks/registrations'),
    get('/trpc/notes.getNote?input=%7B%22note_id%22%3A%22note_0002%22%7D'),
    get('/sandboxes/other/api/notes/note_0002'),
    get('/sandboxes/default/snapshot'),
    get('/openapi.json'),
    get('/'),
  ];
}

/**
 * @param {string} origin of a server with the notes and a clock that stands still
 * @returns {Promise<string[]>} one entry for each call
 */
export async function transcriptOf(origin) {
  const entries = [];
  for (const { method, path, init } of calls()) {
    const response = await fetch(origin + path, { method, ...init });
    const headers = KEPT.flatMap((name) =>
      response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : [],
    );
    entries.push([`${method} ${path}`, response.status, ...headers, '', await response.text()].join('\n'));
  }
  return entries;
}
