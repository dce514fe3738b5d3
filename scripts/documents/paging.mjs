/** Goes through a list as a client does that has read the document: by the links of an answer, or by the parameter that leads on. */
import { at, follow, isObject } from './operations.mjs';

/** A name in the case of all others: `pagenumber` of `page[number]`, `page_number` and `PageNumber`. */
const plain = (name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const SIZE = /^(?:limit|perpage|page(?:size|limit)|size|count|max(?:results|items)|top|take|rows|rowcount)$/;
const CURSOR = /cursor|^(?!access|auth|api).*token|marker|startkey|^(?:page)?after$|^startingafter$|^next$/;
const PAGE = /^page(?:number|no|index)?$/;
const OFFSET = /^(?:offset|skip|start(?:index|row)?|firstrow|from)$/;
const AFTER = /^(?:startingafter|after|afterid|sinceid)$/;

const parameterBy = ({ parameters }, pattern) =>
  parameters.find(({ in: where, name }) => where === 'query' && pattern.test(plain(name)));
const named = (list, pattern) => parameterBy(list, pattern)?.name;

/** The number of the first page. */
function firstPage({ node }) {
  const { default: first, minimum } = { ...node, ...node.schema };
  return first === 0 || minimum === 0 || /\b(?:0|zero)-based\b/i.test(node.description ?? '') ? 0 : 1;
}

/** Query parameters of a list that say how many records a page has, and the most that they take. */
export function sizeOf(root, list) {
  const one = parameterBy(list, SIZE);
  if (one === undefined) return {};
  const schema = follow(root, at(root, one.schema), '')?.node ?? {};
  if (!/integer|number/.test(String(schema.type))) return {};
  return {
    [one.name]: Math.max(schema.minimum ?? 1, Math.min(typeof schema.maximum === 'number' ? schema.maximum : 50, 100)),
  };
}

/** The members of an envelope that speak of pages, and the headers. */
function saidOfPages({ answer, value }) {
  const headers = Object.fromEntries(answer.headers);
  if (!isObject(value)) return headers;
  const parts = [value.meta, value.pagination, value.paging, value.links, value._links];
  return Object.assign(headers, value, ...parts.filter(isObject));
}

/** An address without its origin. */
function addressOf(text) {
  const { pathname, search } = new URL(text, 'http://127.0.0.1');
  return { path: `${pathname}${search}` };
}

/** What asks for the next page, by what the answer says: an address, or a query; undefined where there is none. */
export function nextPage(list, { answer, value, seen, query, records }) {
  const link = /<([^>]+)>[^,]*rel="?next"?/i.exec(answer.headers.get('link') ?? '')?.[1];
  if (link !== undefined) return addressOf(link);
  if (records.length === 0) return undefined;
  const cursor = named(list, CURSOR);
  for (const [name, one] of Object.entries(saidOfPages({ answer, value }))) {
    const isCursor = cursor !== undefined && plain(name) === plain(cursor);
    if ((!isCursor && !/next/i.test(name)) || one === null || one === '') continue;
    if (typeof one === 'string' && /^(?:https?:\/)?\//.test(one)) return addressOf(one);
    if (cursor !== undefined && ['string', 'number'].includes(typeof one))
      return { query: { ...query, [cursor]: one } };
  }
  const page = parameterBy(list, PAGE);
  if (page !== undefined) return { query: { ...query, [page.name]: Number(query[page.name] ?? firstPage(page)) + 1 } };
  const offset = named(list, OFFSET);
  if (offset !== undefined) return { query: { ...query, [offset]: seen } };
  const after = named(list, AFTER);
  const last = records.at(-1);
  if (after !== undefined && isObject(last) && last.id !== undefined) return { query: { ...query, [after]: last.id } };
  return undefined;
}
