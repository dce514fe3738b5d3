/** Keeps the OpenAPI document of a server, which takes long to make and most servers of a test run never need. */
import type { AnyTRPCRouter } from '@trpc/server';
import type { Operation } from '@understudy/contract';
import type { OpenApiDocument } from './document.js';

/** Gives the document for a base URL. It is loaded and made when it is first asked for, once for every base URL. */
export function openApiSource(router: AnyTRPCRouter, operations: ReadonlyMap<string, Operation>) {
  let document: OpenApiDocument | undefined;
  return async (baseUrl: string): Promise<OpenApiDocument> => {
    const { documentAt, openApiDocument } = await import('./document.js');
    document ??= openApiDocument(router, operations);
    return documentAt(document, baseUrl);
  };
}
