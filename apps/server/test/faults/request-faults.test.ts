/** Faults that a request asks for itself, in its query and in its header: what is wrong with them is said by name. */
import { describe, expect, it } from 'vitest';
import { hosts, useServer } from '../support.js';

const COURSES = '/api/education/courses';

/** The faults that an answer lists: where each is, and its code. */
async function listed(response: Response): Promise<string[]> {
  const { errors = [] } = (await response.json()) as { errors?: Record<string, string>[] };
  return errors.map(({ parameter = '', code = '' }) => `${parameter} ${code}`);
}

describe.each(hosts)('%s', (_host, start) => {
  const server = useServer(start);

  it('names the parameter, the fault and what is allowed', async () => {
    const response = await server.fetch(`${COURSES}?fault=${encodeURIComponent('delay;ms=70000')}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      kind: 'bad_request',
      simulated: false,
      detail: 'fault gives delay ms=70000, which must be a number from 0 to 60000',
      errors: [{ parameter: 'fault', code: 'too_big' }],
    });
  });

  it('names the header', async () => {
    const response = await server.fetch(COURSES, { headers: { 'understudy-fault': 'hung, status' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [
        { parameter: 'Understudy-Fault', code: 'unknown', detail: expect.stringContaining('did you mean hang?') },
        { parameter: 'Understudy-Fault', code: 'required', detail: expect.stringContaining('no code') },
      ],
    });
  });

  it('lists what is wrong with controls, query and header at once', async () => {
    const headers = { 'understudy-fault': 'a b' };
    const response = await server.fetch(`${COURSES}?delay=11&cors=x&fault=y`, { headers });
    expect(await listed(response)).toEqual([
      'delay too_big',
      'cors invalid_value',
      'fault unknown',
      'Understudy-Fault invalid_format',
    ]);
  });

  it('takes the control once only, as every other', async () => {
    const response = await server.fetch(`${COURSES}?fault=empty&fault=empty`);
    expect(await listed(response)).toEqual(['fault invalid_type']);
  });

  it('takes an empty header for none, and asks the control API nothing', async () => {
    expect((await server.fetch(COURSES, { headers: { 'understudy-fault': ' ' } })).status).toBe(200);
    expect((await server.fetch('/sandboxes', { headers: { 'understudy-fault': 'nope' } })).status).toBe(200);
  });

  it('says the same over tRPC', async () => {
    const response = await server.fetch('/trpc/education.listCourses?fault=nope');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { data: { problem: { errors: [{ parameter: 'fault', code: 'unknown' }] } } },
    });
  });
});
