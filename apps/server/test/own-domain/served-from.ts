/** The API of a server that serves files, made as the command makes it. */
import { loadDomains } from '../../src/server/load-domains.js';
import { checkRecords } from '../../src/server/check-domains.js';
import { builtinDomains } from '../../src/server/builtin-domains.js';
import { optionalOf, servedApi } from '../../src/server/served-api.js';
import type { Api } from '../../src/call/api.js';
import { settingsOf } from '../support.js';

/** The API of a server that serves files beside ours. */
export async function servedFrom(files: readonly string[], without: readonly string[] = []): Promise<Api> {
  const loaded = await loadDomains(files);
  const api = servedApi({ ours: builtinDomains, beside: optionalOf(builtinDomains), without, ...loaded });
  checkRecords(loaded, settingsOf({}, api));
  return api;
}
