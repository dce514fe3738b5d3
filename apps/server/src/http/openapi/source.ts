/** Keeps the OpenAPI document of an API, which takes long to make and most servers of a test run never need. */
import type { AnyTRPCRouter } from '@trpc/server';
import type { Api } from '../../call/api.js';
import { ValueCache, loadedLater, madeOnce, textBytes } from '../../kit/made-once.js';
import type { Examples } from '../../kit/implement.js';
import { scheduler } from '../../listing/scheduler.js';
import type { Exchange } from '../exchange.js';
import { forPostman, jsonText, type OpenApiDocument } from './openapi-document.js';

/** Whom a form of the document is for. */
export type DocumentFor = 'anyone' | 'postman';

/** Where the examples of the contract say that the server is. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:4010';

/** The same, and whether a problem is meant: these are described at the root alone. */
const IN_TEXT = new RegExp(`${EXAMPLE_ORIGIN.replaceAll('.', '\\.')}(?=(/problems/)?)`, 'g');

/** Bytes of texts that a server keeps for the addresses at which it was asked lately: one takes more than a megabyte. */
const MAX_BYTES = 16 * 1024 * 1024;

const loaded = loadedLater(() => import('./document.js'));

/** Documents by API: nothing else of a server is in them, so the servers of one API share it. */
const documents = new WeakMap<Api, Promise<OpenApiDocument>>();

/** Their texts, for a server at the address of the examples. */
const texts: Readonly<Record<DocumentFor, WeakMap<Api, Promise<string>>>> = {
  anyone: new WeakMap(),
  postman: new WeakMap(),
};

async function make(router: () => Promise<AnyTRPCRouter>, api: Api): Promise<OpenApiDocument> {
  const { openApiDocument } = await loaded();
  const whole = await api.whole();
  const examples = await Promise.all(whole.domains.map((domain) => domain.examples?.(whole)));
  const all = Object.assign({}, ...examples) as Examples;
  const document = await scheduler.run(openApiDocument(await router(), whole, all));
  return { ...document, servers: [{ url: EXAMPLE_ORIGIN }] };
}

async function write(made: OpenApiDocument, form: DocumentFor): Promise<string> {
  if (form === 'anyone') return scheduler.run(jsonText(made));
  return scheduler.run(jsonText(await scheduler.run(forPostman(made))));
}

/** The document as JSON in which the server, and all examples of addresses, are where the request has found it. */
function textAt(text: string, { baseUrl, rootUrl }: Pick<Exchange, 'baseUrl' | 'rootUrl'>): string {
  const [base, root] = [baseUrl, rootUrl].map((url) => JSON.stringify(url).slice(1, -1));
  return text.replace(IN_TEXT, (_, problem?: string) => String(problem === undefined ? base : root));
}

/** Gives the document for a base URL. It is loaded and made when it is first asked for, once for every base URL. */
export function openApiSource(router: () => Promise<AnyTRPCRouter>, api: Api) {
  const addressed = new ValueCache<string>(MAX_BYTES, textBytes);
  const begin = async (form: DocumentFor): Promise<string> =>
    write(await madeOnce(documents, api, () => make(router, api)), form);
  return async (at: Pick<Exchange, 'baseUrl' | 'rootUrl'>, form: DocumentFor): Promise<string> => {
    const text = await madeOnce(texts[form], api, () => begin(form));
    return addressed.get(`${form} ${at.baseUrl} ${at.rootUrl}`, () => textAt(text, at));
  };
}
