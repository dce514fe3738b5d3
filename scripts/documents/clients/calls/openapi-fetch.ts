/** What a user of openapi-fetch writes, with the types that openapi-typescript makes of each document. */
import createClient from 'openapi-fetch';
import type { paths as Galaxy } from '../generated/openapi-typescript/galaxy';
import type { paths as Petstore } from '../generated/openapi-typescript/petstore';
import type { paths as Svix } from '../generated/openapi-typescript/svix';
import type { Origins, Seen, Walk } from './walk';

async function petstore(baseUrl: string): Promise<Seen> {
  const api = createClient<Petstore>({ baseUrl, headers: { authorization: 'Bearer token' } });
  const listed = await api.GET('/pet/findByStatus', {
    params: { query: { status: ['available', 'pending', 'sold'] } },
  });
  const created = await api.POST('/store/order', { body: { petId: 7, quantity: 3, complete: true } });
  const path = { orderId: created.data?.id ?? 0 };
  const read = await api.GET('/store/order/{orderId}', { params: { path } });
  await api.DELETE('/store/order/{orderId}', { params: { path } });
  const gone = await api.GET('/store/order/{orderId}', { params: { path } });
  return { listed: listed.data?.length, read: read.data?.quantity, gone: gone.response.status };
}

async function galaxy(baseUrl: string): Promise<Seen> {
  const api = createClient<Galaxy>({ baseUrl, headers: { authorization: 'Bearer token' } });
  const listed = await api.GET('/planets', { params: { query: { limit: 5 } } });
  const created = await api.POST('/planets', { body: { name: 'Knot', type: 'dwarf' } });
  const path = { planetId: created.data?.id ?? 0 };
  const changed = await api.PUT('/planets/{planetId}', {
    params: { path },
    body: { name: 'Knot', type: 'dwarf', description: 'Tied' },
  });
  const read = await api.GET('/planets/{planetId}', { params: { path } });
  await api.DELETE('/planets/{planetId}', { params: { path } });
  const gone = await api.GET('/planets/{planetId}', { params: { path } });
  return {
    listed: listed.data?.data?.length,
    read: read.data?.name,
    changed: changed.data?.description ?? undefined,
    gone: gone.response.status,
  };
}

async function svix(baseUrl: string): Promise<Seen> {
  const api = createClient<Svix>({ baseUrl, headers: { authorization: 'Bearer token' } });
  const listed = await api.GET('/api/v1/app/', { params: { query: { limit: 5 } } });
  const created = await api.POST('/api/v1/app/', { body: { name: 'Knots' } });
  const path = { app_id: created.data?.id ?? '' };
  await api.PUT('/api/v1/app/{app_id}/', { params: { path }, body: { name: 'Bows' } });
  const read = await api.GET('/api/v1/app/{app_id}/', { params: { path } });
  await api.DELETE('/api/v1/app/{app_id}/', { params: { path } });
  const gone = await api.GET('/api/v1/app/{app_id}/', { params: { path } });
  return {
    listed: listed.data?.data.length,
    read: created.data?.name,
    changed: read.data?.name,
    gone: gone.response.status,
  };
}

export const walk: Walk = async (origins: Origins) => ({
  petstore: await petstore(origins.petstore),
  galaxy: await galaxy(origins.galaxy),
  svix: await svix(origins.svix),
});
