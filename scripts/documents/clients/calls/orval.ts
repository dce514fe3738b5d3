/** What a user of orval's fetch client writes. */
import * as planets from '../generated/orval/galaxy';
import * as pets from '../generated/orval/petstore';
import * as apps from '../generated/orval/svix';
import type { Seen, Walk } from './walk';

const options = { headers: { authorization: 'Bearer token' } };

async function petstore(): Promise<Seen> {
  const listed = await pets.findPetsByStatus({ status: ['available', 'pending', 'sold'] }, options);
  const created = await pets.placeOrder({ petId: 7, quantity: 3, complete: true });
  const id = created.status === 200 ? (created.data.id ?? 0) : 0;
  const read = await pets.getOrderById(id);
  await pets.deleteOrder(id);
  const gone = await pets.getOrderById(id);
  return {
    listed: listed.status === 200 ? listed.data.length : undefined,
    read: read.status === 200 ? read.data.quantity : undefined,
    gone: gone.status,
  };
}

async function galaxy(): Promise<Seen> {
  const listed = await planets.getAllData({ limit: 5 });
  const created = await planets.createPlanet({ name: 'Knot', type: 'dwarf' }, options);
  const id = created.status === 201 ? (created.data.id ?? 0) : 0;
  const changed = await planets.updatePlanet(id, { name: 'Knot', type: 'dwarf', description: 'Tied' }, options);
  const read = await planets.getPlanet(id);
  await planets.deletePlanet(id, options);
  const gone = await planets.getPlanet(id);
  return {
    listed: listed.data.data?.length,
    read: read.status === 200 ? read.data.name : undefined,
    changed: changed.status === 200 ? (changed.data.description ?? undefined) : undefined,
    gone: gone.status,
  };
}

async function svix(): Promise<Seen> {
  const listed = await apps.listApplicationsApiV1AppGet({ limit: 5 }, options);
  const created = await apps.createApplicationApiV1AppPost({ name: 'Knots' }, undefined, options);
  const one = created.status === 201 || created.status === 200 ? created.data : undefined;
  const id = one?.id ?? '';
  await apps.updateApplicationApiV1AppAppIdPut(id, { name: 'Bows' }, options);
  const read = await apps.getApplicationApiV1AppAppIdGet(id, options);
  await apps.deleteApplicationApiV1AppAppIdDelete(id, options);
  const gone = await apps.getApplicationApiV1AppAppIdGet(id, options);
  return {
    listed: listed.status === 200 ? listed.data.data.length : undefined,
    read: one?.name,
    changed: read.status === 200 ? read.data.name : undefined,
    gone: gone.status,
  };
}

/** Where each is served was written into the client. */
export const walk: Walk = async () => ({ petstore: await petstore(), galaxy: await galaxy(), svix: await svix() });
