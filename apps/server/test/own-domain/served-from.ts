/** The API of a server that serves files, made as the command makes it. */
import { loadDomains } from '../../src/served/load-domains.js';
import { checkRecords } from '../../src/served/check-records.js';
import { ours } from '../../src/served/our-domains.js';
import { servedApi } from '../../src/served/served-api.js';
import type { Api } from '../../src/call/api.js';
import { settingsOf } from '../support.js';

/** The API of a server that serves files beside ours. */
export async function servedFrom(files: readonly string[], without: readonly string[] = []): Promise<Api> {
  const loaded = await loadDomains(files);
  const api = servedApi({ ours, without, ...loaded });
  checkRecords(loaded, settingsOf({}, api));
  return api;
}
