/** Reads an environment of Mockoon. */
import { memberOf } from '../remote-server.js';
import { bodyOf, type Imported, isTemplate, type Left, listedHeaders, listOf, type Stub, textOf } from './stub.js';

/** The rules of a response as a query and headers; undefined where one looks at something else. */
function conditionOf(response: unknown): Pick<Stub, 'query' | 'header'> | undefined {
  const rules = listOf(response, 'rules');
  const isAny = textOf(response, 'rulesOperator') === 'OR' && rules.length > 1;
  const found: { query: Record<string, string>; header: Record<string, string> } = { query: {}, header: {} };
  for (const rule of rules) {
    const [target, name] = [textOf(rule, 'target'), textOf(rule, 'modifier')];
    const isPlain = memberOf(rule, 'operator') === 'equals' && memberOf(rule, 'invert') !== true;
    if (isAny || !isPlain || name === undefined || (target !== 'query' && target !== 'header')) return undefined;
    found[target][name] = String(memberOf(rule, 'value') ?? '');
  }
  return found;
}

/** Why a response cannot be taken over; undefined where it can. */
function against(response: unknown): string | undefined {
  if (textOf(response, 'databucketID') !== undefined) return 'a data bucket: write it to a file for --data';
  if (textOf(response, 'filePath') !== undefined) return 'a file: put its text into the rule';
  if (isTemplate(textOf(response, 'body'))) return 'a template: serve a document, whose data remembers';
  return conditionOf(response) === undefined ? 'rules that are no equals of a query or a header' : undefined;
}

/** Which of the requests each response of a route is for. */
function turnsOf(route: unknown, count: number): (index: number) => Stub['when'] {
  const mode = memberOf(route, 'responseMode');
  if (mode === 'SEQUENTIAL') return (after) => ({ after, every: count });
  // A later rule strikes only what the earlier ones have left.
  if (mode === 'RANDOM') return (index) => ({ probability: 1 / (count - index) });
  return () => ({});
}

/** Reads an environment. */
export function readMockoon(json: unknown): Imported {
  const [stubs, left]: [Stub[], Left[]] = [[], []];
  const prefix = textOf(json, 'endpointPrefix');
  for (const route of listOf(json, 'routes')) {
    const endpoint = textOf(route, 'endpoint') ?? '';
    const path = `/${[prefix, endpoint].filter((part) => part !== undefined).join('/')}`.replaceAll(/:\w+/g, '*');
    const method = textOf(route, 'method')?.toUpperCase();
    const where = `${method ?? ''} ${path}`;
    const type = textOf(route, 'type') ?? 'http';
    if (type !== 'http') {
      const why =
        type === 'crud' ? 'a CRUD route: write its data bucket to a file for --data' : `a route of the type ${type}`;
      left.push({ where, why });
      continue;
    }
    const all = listOf(route, 'responses');
    const isByRules = ![`SEQUENTIAL`, 'RANDOM'].includes(String(memberOf(route, 'responseMode')));
    // The default answers what no rule is about.
    const isLast = (response: unknown): number =>
      Number(listOf(response, 'rules').length === 0 || memberOf(response, 'default') === true);
    const ordered = isByRules ? all.toSorted((one, other) => isLast(one) - isLast(other)) : all;
    const turn = turnsOf(route, ordered.length);
    for (const [index, response] of ordered.entries()) {
      const why = against(response);
      if (why !== undefined) {
        left.push({ where: `${where} ${textOf(response, 'label') ?? String(memberOf(response, 'statusCode'))}`, why });
        continue;
      }
      const latency = Number(memberOf(response, 'latency') ?? 0);
      stubs.push({
        method: method === 'ALL' ? undefined : method,
        path,
        ...(isByRules && memberOf(response, 'default') !== true ? conditionOf(response) : {}),
        when: turn(index),
        ...(latency > 0 ? { fault: `delay;ms=${latency}` } : {}),
        answer: {
          status: Number(memberOf(response, 'statusCode') ?? 200),
          headers: listedHeaders([...listOf(json, 'headers'), ...listOf(response, 'headers')], 'key'),
          ...bodyOf(textOf(response, 'body')),
        },
      });
    }
  }
  return { stubs, left };
}
