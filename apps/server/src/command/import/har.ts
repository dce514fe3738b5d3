/** Reads a HAR: what an API has answered once is answered again, in the same order. */
import { isUtf8 } from 'node:buffer';
import { memberOf } from '../remote-server.js';
import { bodyOf, type Imported, type Left, listedHeaders, listOf, type Stub, textOf } from './stub.js';

/** An exchange of the archive that can be answered again. */
interface Recorded {
  readonly stub: Stub;
  readonly origin: string;
}

/** What a page consists of, and no API answers. */
const ASSET = /^(?:image|font|audio|video)\/|html|javascript|css|wasm/;

/** The body of an answer, which some proxies write as base64 whatever it is; its bytes where it is no text. */
function textIn(content: unknown): string | Uint8Array | undefined {
  const text = textOf(content, 'text');
  if (text === undefined || memberOf(content, 'encoding') !== 'base64') return text;
  const bytes = Buffer.from(text, 'base64');
  return isUtf8(bytes) ? bytes.toString() : bytes;
}

/** An exchange; a text says why it is left out. */
function recordedOf(entry: unknown): Recorded | string {
  const [request, response] = [memberOf(entry, 'request'), memberOf(entry, 'response')];
  const url = textOf(request, 'url') ?? '';
  if (!URL.canParse(url)) return 'its address cannot be read';
  const content = memberOf(response, 'content');
  const status = Number(memberOf(response, 'status'));
  if (!(status >= 200 && status <= 599)) return 'it was not answered';
  if (ASSET.test(textOf(content, 'mimeType') ?? '')) return 'it is part of a page, and of no API';
  const text = textIn(content);
  if (text instanceof Uint8Array) return 'its body is binary';
  const { origin, pathname, searchParams } = new URL(url);
  const isBodiless = [204, 205, 304].includes(status);
  return {
    origin,
    stub: {
      method: (textOf(request, 'method') ?? 'GET').toUpperCase(),
      path: pathname,
      query: Object.fromEntries(searchParams),
      answer: {
        status,
        headers: listedHeaders(listOf(response, 'headers'), 'name'),
        ...(isBodiless ? {} : bodyOf(text)),
      },
    },
  };
}

/** The origin that most exchanges are with. */
function mainOrigin(all: readonly Recorded[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { origin } of all) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** Reads an archive. */
export function readHar(json: unknown): Imported {
  const [recorded, left]: [Recorded[], Left[]] = [[], []];
  for (const entry of listOf(memberOf(json, 'log'), 'entries')) {
    const found = recordedOf(entry);
    if (typeof found !== 'string') recorded.push(found);
    else left.push({ where: textOf(memberOf(entry, 'request'), 'url') ?? '', why: found });
  }
  const main = mainOrigin(recorded);
  const others = recorded.filter(({ origin }) => origin !== main);
  left.push(
    ...others.map(({ origin, stub }) => ({ where: origin + stub.path, why: `it is of another server than ${main}` })),
  );
  const byRequest = new Map<string, Stub[]>();
  for (const { stub, origin } of recorded) {
    if (origin !== main) continue;
    const key = JSON.stringify([stub.method, stub.path, stub.query]);
    byRequest.set(key, [...(byRequest.get(key) ?? []), stub]);
  }
  // The last one is answered from then on.
  const stubs = [...byRequest.values()].flatMap((turns) =>
    turns.map((stub, after) => ({ ...stub, when: after === turns.length - 1 ? { after } : { after, times: 1 } })),
  );
  // What names a query comes before what names none.
  const asks = ({ query = {} }: Stub): number => Object.keys(query).length;
  return { stubs: stubs.toSorted((one, other) => asks(other) - asks(one)), left };
}
