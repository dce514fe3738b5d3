/** Domains in the user's own process, declared with other copies of zod, tRPC and the contract than the server's. */
import { cp, mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runProgram } from '@understudy/tooling/server';
import { beforeAll, expect, it } from 'vitest';
import { useFolder } from '../use.js';

const DECLARATION = `
  import { defineDomain, defineKinds, get, listInput, listOf, post, recordOf, webhookEvent, writtenOf } from '@understudy/contract/kit';
  import { z } from 'zod';
  export const door = z
    .object({ id: z.string(), width: z.int().meta({ description: 'In cm.' }) })
    .meta({ id: 'Course', description: 'A door, under a name of ours.' });
  export const doors = defineDomain({
    name: 'doors',
    description: 'Doors.',
    kinds: defineKinds({ jammed: { status: 409, title: 'Jammed', description: 'It does not open.' } }),
    events: { 'door.made': webhookEvent({ type: 'door.made', description: 'It is made.', object: door }) },
    operations: {
      listDoors: get('/api/doors', { summary: 'List', description: 'Lists.', sorts: ['width'], searches: ['id'], input: listInput({}), output: listOf(door) }),
      getDoor: get('/api/doors/{id}', { summary: 'Get', description: 'Gets.', kinds: ['jammed'], input: z.object({ id: z.string() }), output: recordOf(door) }),
      makeDoor: post('/api/doors', { summary: 'Make', description: 'Makes.', emits: ['door.made'], input: z.object({ width: z.int().min(1) }), output: writtenOf(door) }),
    },
  });
`;

const PROGRAM = (server: string) => `
  import { createUnderstudy } from ${JSON.stringify(`${server}/index.js`)};
  import { implement, listing, seededId } from ${JSON.stringify(`${server}/domain.js`)};
  import * as ownZod from ${JSON.stringify(`${server}/domain.js`)};
  import { z } from 'zod';
  import { door, doors } from './declaration.mjs';

  const records = {
    name: 'doors', prefix: 'door', schema: door, defaultSize: 5, count: (dataset) => dataset.size('doors'),
    seeded: (_, index) => ({ id: seededId('door', index), width: 80 + index }),
  };
  const domain = implement(doors, {
    collections: [records],
    handlers: {
      listDoors: () => listing(records),
      getDoor: ({ input, records: of, problem }) => {
        if (input.id === 'door_0005') throw problem('jammed');
        return { value: of.find(records, input.id) };
      },
      makeDoor: ({ input, records: of, newId, emit }) => {
        const made = of.put(records, { id: newId(records, [input.width]), width: input.width });
        emit('door.made', made);
        return { value: [made] };
      },
    },
  });
  const understudy = createUnderstudy({ domains: [domain], with: ['education'], size: { doors: 5 } });
  const ask = async (path, body) => {
    const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const answer = await understudy.fetch(path, init);
    return { status: answer.status, json: await answer.json() };
  };
  const found = {
    areCopies: z.object !== ownZod.z.object,
    list: (await ask('/api/doors?sort=-width&per_page=1')).json.data,
    missing: (await ask('/api/doors/door_0099')).status,
    jammed: (await ask('/api/doors/door_0005')).json.kind,
    fault: (await ask('/api/doors', '{"width":"wide"}')).json.errors,
    overTrpc: (await ask('/trpc/doors.makeDoor', '{"width":0}')).json.error.data.problem.errors,
    made: (await ask('/api/doors', '{"width":90}')).json.data[0].width,
    left: (await ask('/api/events')).status,
    schema: (await ask('/openapi.json')).json.components.schemas.DoorsCourse,
    ours: (await ask('/api/education/courses/crs_0001')).status,
  };
  await understudy.close();
  console.log(JSON.stringify(found));
`;

const folder = useFolder();
beforeAll(async () => {
  const modules = join(folder, 'node_modules');
  const copied = { zod: 'zod', '@trpc/server': '@trpc/server', '@understudy/contract': '@understudy/contract' };
  for (const name of Object.keys(copied)) {
    const source = await realpath(join('node_modules', name));
    await mkdir(join(modules, name, '..'), { recursive: true });
    await cp(source, join(modules, name), {
      recursive: true,
      dereference: true,
      filter: (path) =>
        !path.slice(source.length).includes('node_modules') &&
        !/[\\/]src[\\/]|\.d\.[cm]?ts$/.test(path.slice(source.length)),
    });
  }
  await writeFile(join(folder, 'declaration.mjs'), DECLARATION);
  await writeFile(join(folder, 'program.mjs'), PROGRAM(pathToFileURL(await realpath('dist')).href));
});

it('are served as those are that have one copy', async () => {
  const { code, stdout, stderr } = await runProgram([process.execPath, join(folder, 'program.mjs')]);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toEqual({
    areCopies: true,
    list: [{ id: 'door_0005', width: 84 }],
    missing: 404,
    jammed: 'jammed',
    fault: [{ pointer: '#/width', code: 'invalid_type', detail: 'must be a number, but is a string' }],
    overTrpc: [{ pointer: '#/width', code: 'too_small', detail: 'must be at least 1' }],
    made: 90,
    left: 404,
    schema: expect.objectContaining({ description: 'A door, under a name of ours.' }),
    ours: 200,
  });
});
