/** Keeps the OpenAPI document of an API, which takes long to make and most servers of a test run never need. */
import type { AnyTRPCRouter } from '@trpc/server';
import type { Api } from '../../call/api.js';
import { loadedLater } from '../../kit/loaded-later.js';
import type { Examples } from '../../kit/implement.js';
import type { OpenApiDocument } from './openapi-document.js';

const loaded = loadedLater(() => import('./document.js'));

/** Documents by API: nothing else of a server is in them, so the servers of one API share it. */
const documents = new WeakMap<Api, Promise<OpenApiDocument>>();

async function make(router: () => Promise<AnyTRPCRouter>, api: Api): Promise<OpenApiDocument> {
  const { openApiDocument } = await loaded();
  const whole = await api.whole();
  const examples = await Promise.all(whole.domains.map((domain) => domain.examples?.(whole)));
  return openApiDocument(await router(), whole, Object.assign({}, ...examples) as Examples);
}

/** Gives the document for a base URL. It is loaded and made when it is first asked for, once for every base URL. */
export function openApiSource(router: () => Promise<AnyTRPCRouter>, api: Api) {
  return async (baseUrl: string): Promise<OpenApiDocument> => {
    let document = documents.get(api);
    if (document === undefined) {
      document = make(router, api);
      documents.set(api, document);
      // Whoever asks next tries again.
      document.catch(() => documents.delete(api));
    }
    const { documentAt } = await loaded();
    return documentAt(await document, baseUrl);
  };
}
