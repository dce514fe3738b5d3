/** Reads a collection of Postman 2.1: its requests, and the examples that were saved of their answers. */
import { memberOf } from '../remote-server.js';
import { bodyOf, type Imported, isTemplate, type Left, listedHeaders, listOf, type Stub, textOf } from './stub.js';

/** The requests of folders in folders. */
function requestsIn(item: unknown): readonly unknown[] {
  if (memberOf(item, 'request') !== undefined) return [item];
  return listOf(item, 'item').flatMap(requestsIn);
}

const segmentOf = (segment: unknown): string => {
  const text = typeof segment === 'string' ? segment : (textOf(segment, 'value') ?? '');
  return text.startsWith(':') || isTemplate(text) ? '*' : text;
};

/** The path of a request, without the host or the variable in its place. */
function pathOf(request: unknown): string {
  const url = memberOf(request, 'url');
  const raw = typeof url === 'string' ? url : (textOf(url, 'raw') ?? '');
  const listed = listOf(url, 'path');
  const segments =
    listed.length > 0
      ? listed
      : (raw.replace(/^(?:\{\{\w+\}\}|\w+:\/\/[^/]+)/, '').split('?')[0] ?? '').split('/').slice(1);
  return `/${segments.map(segmentOf).join('/')}`;
}

/** The parameters of the query that are in force, and no variables. */
function queryOf(request: unknown): Readonly<Record<string, string>> {
  const known = listOf(memberOf(request, 'url'), 'query').filter((one) => memberOf(one, 'disabled') !== true);
  const pairs = known.map((one) => [textOf(one, 'key') ?? '', textOf(one, 'value') ?? ''] as const);
  return Object.fromEntries(pairs.filter(([key, value]) => key !== '' && !isTemplate(value)));
}

/** Reads a collection. */
export function readPostman(json: unknown): Imported {
  const [stubs, left]: [Stub[], Left[]] = [[], []];
  const seen = new Set<string>();
  for (const item of requestsIn(json)) {
    const examples = listOf(item, 'response');
    const where = textOf(item, 'name') ?? pathOf(memberOf(item, 'request'));
    if (examples.length === 0) left.push({ where, why: 'no example of an answer is saved' });
    for (const example of examples) {
      const request = memberOf(example, 'originalRequest') ?? memberOf(item, 'request');
      const body = textOf(example, 'body');
      if (isTemplate(body)) {
        left.push({ where: `${where}: ${textOf(example, 'name') ?? ''}`, why: 'its body has variables' });
        continue;
      }
      const address = { method: textOf(request, 'method') ?? 'GET', path: pathOf(request), query: queryOf(request) };
      const key = JSON.stringify(address);
      const status = Number(memberOf(example, 'code') ?? 200);
      stubs.push({
        ...address,
        // As with its mock servers, a header chooses among several.
        ...(seen.has(key) ? { header: { 'x-mock-response-code': String(status) } } : {}),
        answer: { status, headers: listedHeaders(listOf(example, 'header'), 'key'), ...bodyOf(body) },
      });
      seen.add(key);
    }
  }
  // A name comes before what stands for any, and what asks for more first.
  const anys = ({ path }: Stub): number => path.split('*').length;
  const asks = ({ query = {}, header = {} }: Stub): number => Object.keys({ ...query, ...header }).length;
  const sorted = stubs.toSorted((one, other) => anys(one) - anys(other) || asks(other) - asks(one));
  return { stubs: sorted, left };
}
