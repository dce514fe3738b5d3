/** Faults in an input are named, all at once. */
import type { Operation } from '@understudy/contract/kit';
import { paging } from '@understudy/contract/samples';
import type { z } from 'zod';
import { callReady } from '../bench.js';
import { ofOperations } from '../check.js';
import { holds, same, shown } from '../finding.js';
import { faultNames, transports } from '../transport.js';

const [rest, trpc] = transports;

/** One of them is refused by nearly every schema. */
const values: readonly unknown[] = [{}, 7.5, 'no value of this', true, []];

/** Members of an input, each with a value that its schema refuses; those that take anything are left out. */
function wrongInput({ input }: Operation): Readonly<Record<string, unknown>> {
  const members = Object.entries(input.shape).flatMap(([name, schema]) => {
    // The schemas of a shape have the methods of the classic package, whatever the core's types say.
    const refused = values.find((value) => !(schema as z.ZodType).safeParse(value).success);
    return paging.has(name) || refused === undefined ? [] : [[name, refused] as const];
  });
  return Object.fromEntries(members);
}

/** Names of the members at fault, without those inside of them. */
const memberNames = (names: readonly unknown[]): string[] => [
  ...new Set(names.map((name) => String(name).replace(/^#\//, '').split('/')[0] ?? '')),
];

/** The check. */
export const inputFaults = ofOperations({
  name: 'input-faults',
  proves: 'Members of a wrong type are refused with 400 and named, all at once.',
  of: (operation) => operation.meta.errors === 'problem' && Object.keys(wrongInput(operation)).length > 0,
  run: async (operation, bench) => {
    const ready = await bench.ready(await bench.sandbox(operation), operation);
    if (ready === undefined) return;
    const wrong = wrongInput(operation);
    const inBody = operation.meta.bodies.length > 0;
    const { headers } = operation.meta;
    const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const outside = [...Object.keys(headers), ...inPath];
    for (const over of inBody ? [trpc, rest] : [trpc]) {
      const entries = Object.entries(wrong).filter(([name]) => over === trpc || !outside.includes(name));
      if (entries.length === 0) continue;
      const answer = await callReady(operation, ready, { over, more: Object.fromEntries(entries) });
      const { asked, status, text } = answer;
      holds(status === 400, { asked, expected: 'the status 400', actual: `${status} ${shown(text)}` });
      // There are no headers over tRPC.
      const expected = entries.map(([name]) => (over === trpc ? name : (headers[name] ?? name))).toSorted();
      same({ what: 'faults in', asked, actual: memberNames(faultNames(answer)).toSorted(), expected });
    }
  },
});
