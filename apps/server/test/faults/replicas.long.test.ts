/** Rules hold on every store exactly so often as they say, whoever asks and wherever; and as soon as they are set. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { patient } from '@understudy/tooling/patience';
import { inThisProcess } from '../replicas/in-process.js';
import { stores } from '../stores/stores.js';
import { countsIn, setRules } from './rules.js';
import { openOnce } from '../use.js';
import { jsonRequest } from '../support.js';
import { course } from '../sandboxes/client.js';

const COURSES = '/api/education/courses';

type Replica = Awaited<ReturnType<typeof inThisProcess>>;

const create = (title: string) => jsonRequest('POST', { ...course, title });

describe.each(stores)('%s', (name, make) => {
  let replicas: Replica[];
  const backend = openOnce(make);
  beforeAll(async () => {
    const count = name === 'postgres' ? 3 : 1;
    replicas = [];
    for (let i = 0; i < count; i++) replicas.push(await inThisProcess(backend.address));
  }, patient(20_000));
  afterAll(async () => {
    await Promise.all(replicas.map(({ close }) => close()));
  });

  const replica = (index: number): Replica => {
    const one = replicas[index % replicas.length];
    if (one === undefined) throw new Error('there is no replica');
    return one;
  };

  async function status(index: number, path: string, init?: RequestInit): Promise<number> {
    const response = await replica(index).fetch(path, init);
    await response.text();
    return response.status;
  }

  it('strikes exactly so often as it says, by eight clients at once', { timeout: patient(20_000) }, async () => {
    const base = '/sandboxes/times';
    const rules = [
      { times: 7, fault: 'server_error' },
      { after: 3, every: 2, times: 5, fault: 'rate_limit' },
    ];
    await setRules(replica(0), 'times', rules);
    const client = async (index: number): Promise<number[]> => {
      const statuses: number[] = [];
      for (let i = 0; i < 10; i++) {
        const isWrite = i % 2 === 0;
        const init = isWrite ? create(`Course ${index} ${i}`) : undefined;
        statuses.push(await status(index, `${base}${COURSES}`, init));
      }
      return statuses;
    };
    const all = (await Promise.all(Array.from({ length: 8 }, (_, index) => client(index)))).flat();
    const times = (wanted: number): number => all.filter((one) => one === wanted).length;
    expect([times(500), times(429), times(200)]).toEqual([7, 5, 68]);
    for (const index of replicas.keys()) expect(await countsIn(replica(index), 'times')).toEqual(['80/7', '80/5']);
  });

  it(
    'holds for the first request after it was set, of whatever kind',
    async () => {
      const requests: Record<string, readonly [path: string, init?: RequestInit]> = {
        read: [COURSES],
        delayed: [`${COURSES}?delay=0.01`],
        write: [COURSES, create('Zyzzyva')],
        malformed: [COURSES, jsonRequest('POST', {})],
        unauthorized: ['/api/auth/logout', jsonRequest('POST', {})],
        nowhere: ['/api/nowhere'],
        query: ['/trpc/education.listCourses'],
        mutation: ['/trpc/education.createCourse', create('Zyzzyva')],
      };
      for (const [kind, [path, init]] of Object.entries(requests)) {
        const base = `/sandboxes/first-${kind}`;
        // Each process knows the sandbox as one without rules, and has learnt that others do not write to it.
        for (let i = 0; i < 15; i++) await status(i, `${base}${COURSES}`, create(`Course ${i}`));
        await setRules(replica(0), `first-${kind}`, [{ times: 2, fault: 'status;code=418' }]);
        const statuses = [await status(1, base + path, init), await status(2, base + path, init)];
        expect({ kind, statuses }).toEqual({ kind, statuses: [418, 418] });
        expect({ kind, counts: await countsIn(replica(0), `first-${kind}`) }).toEqual({ kind, counts: ['2/2'] });
        const { pagination } = (await (await replica(1).fetch(`${base}${COURSES}?q=zyzzyva`)).json()) as {
          pagination: { total: number };
        };
        // Neither has written anything.
        expect({ kind, total: pagination.total }).toEqual({ kind, total: 0 });
      }
    },
    patient(20_000),
  );

  it('tells the body of a write apart that learnt of the rule only at its commit', async () => {
    const base = '/sandboxes/bodies';
    for (let i = 0; i < 15; i++) await status(i, `${base}${COURSES}`, create(`Course ${i}`));
    await setRules(replica(0), 'bodies', [{ per: 'url', times: 1, fault: 'service_unavailable' }]);
    const statuses: number[] = [];
    for (const title of ['A', 'B', 'A', 'B']) statuses.push(await status(1, `${base}${COURSES}`, create(title)));
    expect(statuses).toEqual([503, 503, 200, 200]);
  });
});
