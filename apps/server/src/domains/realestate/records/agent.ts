/** Seeded agents: one for each dozen of listings. */
import { type Agent, agent } from '@understudy/contract/realestate';
import { type Collection, type Dataset, drawEmail, drawName, seededId } from '../../../kit/index.js';
import { agencies } from '../words/texts.js';
import { listingsOfAgent, PER_AGENT, placeOfAgent } from './plan.js';

function seeded(dataset: Dataset, index: number): Agent {
  const random = dataset.random('agents', index);
  const name = drawName(random);
  const city = placeOfAgent(dataset, index).name;
  return {
    id: seededId('agt', index),
    name: `${name.first} ${name.last}`,
    email: drawEmail(random, name, index),
    agency: index === 0 ? 'Meridian International' : `${random.pick(agencies)} ${city}`,
    city,
    listing_count: listingsOfAgent(dataset, index).length,
  };
}

/** Agents. */
export const agents: Collection<Agent> = {
  name: 'agents',
  prefix: 'agt',
  noun: 'agent',
  schema: agent,
  count: (dataset) => Math.ceil(dataset.size('listings') / PER_AGENT),
  seeded,
};
