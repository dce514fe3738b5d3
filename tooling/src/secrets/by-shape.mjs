/** Secrets that are known by how they look, wherever they are. */
import { chars, get, post } from './plant.mjs';

const base64 = (text) => Buffer.from(text).toString('base64url');

const shapes = {
  'a JWT': () => `eyJhbGciOiJIUzI1NiJ9.${base64(JSON.stringify({ sub: chars(12) }))}.${chars(43)}`,
  'a GitHub token': () => `ghp_${chars(36)}`,
  'a fine-grained GitHub token': () => `github_pat_${chars(22)}_${chars(59)}`,
  'a GitLab token': () => `glpat-${chars(20)}`,
  'a Slack token': () => `xoxb-123456789012-1234567890123-${chars(24)}`,
  'a Stripe key': () => `sk_live_${chars(24)}`,
  'an AWS key id': () => `AKIA${chars(16).toUpperCase()}`,
  'a Google key': () => `AIza${chars(35)}`,
  'an npm token': () => `npm_${chars(36)}`,
  'an OpenAI key': () => `sk-proj-${chars(48)}`,
  'a webhook secret': () => `whsec_${chars(32)}`,
};

const positions = {
  'in a header': (secret) => get(secret, { headers: { 'x-note': `see ${secret}, please` } }),
  'in the query': (secret) => get(secret, { query: `q=${secret}` }),
  'as a name in the query': (secret) => get(secret, { query: `${secret}=1` }),
  'in the path': (secret) => get(secret, { path: `/api/education/courses/${secret}` }),
  'in JSON': (secret) => post(secret, { title: secret, note: `mine is ${secret}.` }),
  'as a name in JSON': (secret) => post(secret, { [secret]: 1 }),
  'in a form': (secret) => post(secret, `note=${secret}`, { type: 'application/x-www-form-urlencoded' }),
  'in text': (secret) => post(secret, `it is ${secret}\n`, { type: 'text/plain' }),
};

/** @type {readonly import('./plant.mjs').Position[]} */
export const byShape = Object.entries(shapes).flatMap(([shape, make]) =>
  Object.entries(positions).map(([position, plant]) => [`${shape} ${position}`, () => plant(make())]),
);
