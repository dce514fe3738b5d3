/** What a user of hey-api's client writes. */
import * as planets from '../generated/hey-api/galaxy';
import { client as planetsClient } from '../generated/hey-api/galaxy/client.gen';
import * as pets from '../generated/hey-api/petstore';
import { client as petsClient } from '../generated/hey-api/petstore/client.gen';
import * as apps from '../generated/hey-api/svix';
import { client as appsClient } from '../generated/hey-api/svix/client.gen';
import type { Seen, Walk } from './walk';

const auth = 'token';

async function petstore(baseUrl: string): Promise<Seen> {
  petsClient.setConfig({ baseUrl, auth });
  const listed = await pets.findPetsByStatus({ query: { status: ['available', 'pending', 'sold'] } });
  const created = await pets.placeOrder({ body: { petId: 7, quantity: 3, complete: true } });
  const path = { orderId: created.data?.id ?? 0 };
  const read = await pets.getOrderById({ path });
  await pets.deleteOrder({ path });
  const gone = await pets.getOrderById({ path });
  return { listed: listed.data?.length, read: read.data?.quantity, gone: gone.response?.status };
}

async function galaxy(baseUrl: string): Promise<Seen> {
  planetsClient.setConfig({ baseUrl, auth });
  const listed = await planets.getAllData({ query: { limit: 5 } });
  const created = await planets.createPlanet({ body: { name: 'Knot', type: 'dwarf' } });
  const path = { planetId: created.data?.id ?? 0 };
  const changed = await planets.updatePlanet({ path, body: { name: 'Knot', type: 'dwarf', description: 'Tied' } });
  const read = await planets.getPlanet({ path });
  await planets.deletePlanet({ path });
  const gone = await planets.getPlanet({ path });
  return {
    listed: listed.data?.data?.length,
    read: read.data?.name,
    changed: changed.data?.description ?? undefined,
    gone: gone.response?.status,
  };
}

async function svix(baseUrl: string): Promise<Seen> {
  appsClient.setConfig({ baseUrl, auth });
  const listed = await apps.listApplicationsApiV1AppGet({ query: { limit: 5 } });
  const created = await apps.createApplicationApiV1AppPost({ body: { name: 'Knots' } });
  const path = { app_id: created.data?.id ?? '' };
  await apps.updateApplicationApiV1AppAppIdPut({ path, body: { name: 'Bows' } });
  const read = await apps.getApplicationApiV1AppAppIdGet({ path });
  await apps.deleteApplicationApiV1AppAppIdDelete({ path });
  const gone = await apps.getApplicationApiV1AppAppIdGet({ path });
  return {
    listed: listed.data?.data.length,
    read: created.data?.name,
    changed: read.data?.name,
    gone: gone.response?.status,
  };
}

export const walk: Walk = async (origins) => ({
  petstore: await petstore(origins.petstore),
  galaxy: await galaxy(origins.galaxy),
  svix: await svix(origins.svix),
});
