/** Keeps the OpenAPI document of a server, which takes long to make and most servers of a test run never need. */
import type { AnyTRPCRouter } from '@trpc/server';
import type { Api } from '../../call/api.js';
import type { Examples } from '../../kit/implement.js';
import type { OpenApiDocument } from './openapi-document.js';

/** Gives the document for a base URL. It is loaded and made when it is first asked for, once for every base URL. */
export function openApiSource(router: () => Promise<AnyTRPCRouter>, api: Api) {
  let document: Promise<OpenApiDocument> | undefined;
  async function make(): Promise<OpenApiDocument> {
    const { openApiDocument } = await import('./document.js');
    const whole = await api.whole();
    const examples = await Promise.all(whole.domains.map((domain) => domain.examples?.(whole)));
    return openApiDocument(await router(), whole, Object.assign({}, ...examples) as Examples);
  }
  return async (baseUrl: string): Promise<OpenApiDocument> => {
    document ??= make();
    const { documentAt } = await import('./document.js');
    return documentAt(await document, baseUrl);
  };
}
