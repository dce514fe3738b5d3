/** A bad day for a client, in four chapters; against BASE_URL, or against a server in this process. */
import { createClient } from '@understudy/client';
import { failures } from './chapters/failures.mjs';
import { naive } from './chapters/naive.mjs';
import { paging } from './chapters/paging.mjs';
import { recovery } from './chapters/recovery.mjs';
import { openServer } from './server.mjs';

const SANDBOX = 'bad-day';

const server = openServer(process.env['BASE_URL']);
// The day has a sandbox of its own, so that what it writes is nobody else's.
const api = createClient({ baseUrl: server.baseUrl, fetch: server.fetch, sandbox: SANDBOX });
try {
  await api.sandboxes.resetSandbox({ name: SANDBOX });
  await paging(api);
  await failures(api);
  await recovery(api);
  await naive(`${server.baseUrl}/sandboxes/${SANDBOX}`, server.fetch, api);
  await api.sandboxes.deleteSandbox({ name: SANDBOX });
} finally {
  await server.close();
}
