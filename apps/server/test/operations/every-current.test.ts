/** Every operation whose problems show a record: what is documented, and what is answered over REST and tRPC. */
import { beforeAll, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import type { OpenApiDocument } from '../../src/http/openapi/openapi-document.js';
import { inProcess, useServer } from '../support.js';
import { parcelDomain } from './parcels.js';
import { transports } from './transport.js';

const serves = apiOf([...ourDomains, parcelDomain]);
const showing = [...serves.operations.values()].filter(({ meta }) => Object.keys(meta.current).length > 0);

const server = useServer(inProcess, { serves });
let document: OpenApiDocument;
beforeAll(async () => {
  document = (await (await server.fetch('/openapi.json')).json()) as OpenApiDocument;
});

interface Documented {
  readonly responses: Record<
    string,
    { content?: Record<string, { schema: object; examples?: Record<string, { value: object }> }> }
  >;
  readonly 'x-understudy-current'?: Record<string, { $ref: string }>;
}

it.each(showing)('$name documents the record of each kind that shows it', ({ method, path, meta }) => {
  const found = document.paths[path]?.[method.toLowerCase()] as Documented | undefined;
  const refOf = (kind: string) => ({ $ref: `#/components/schemas/${meta.current[kind]?.meta()?.id}` });
  const kinds = Object.keys(found?.['x-understudy-current'] ?? {});
  expect(kinds.length).toBeGreaterThan(0);
  for (const kind of kinds) {
    expect(meta.kinds).toContain(kind);
    const { content = {} } = found?.responses[String(serves.kinds[kind as 'conflict'].status)] ?? {};
    const media = content['application/problem+json'];
    expect(found?.['x-understudy-current']?.[kind]).toEqual(refOf(kind));
    const schema = media?.schema as { allOf: [object, { properties: { current: object } }] } | undefined;
    const shown = schema?.allOf[1].properties.current ?? {};
    const any = 'anyOf' in shown ? shown.anyOf : [shown];
    expect(any).toContainEqual(refOf(kind));
    expect(media?.examples?.[kind]?.value).toHaveProperty('current');
  }
});

it.each(transports)('shows the record as its operation declares it, over $name', async (over) => {
  const operation = serves.operations.get('parcels.returnParcel');
  if (operation === undefined) throw new Error('there is no such operation');
  const answered = async (status: string) => {
    const list = await server.fetch(`/api/parcels?status=${status}`);
    const { data } = (await list.json()) as { data: [{ id: string }] };
    return { record: data[0], answer: await over.call(server, operation, { parcel_id: data[0].id }, {}) };
  };
  const { record, answer } = await answered('delivered');
  expect(answer.problem).toMatchObject({ kind: 'too_late', current: record });
  expect(answer.text).not.toContain('shelf 7');
  // A record that is not what it is said to be is a fault of the handler.
  expect((await answered('sent')).answer.problem).toMatchObject({ kind: 'internal' });
});
