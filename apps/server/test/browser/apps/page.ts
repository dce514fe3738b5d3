/** An app whose server runs in its own page: MSW's worker hands its requests over. */
import {
  auth,
  commerce,
  createUnderstudy,
  education,
  events,
  food,
  oauth,
  realestate,
  saas,
  social,
  webhooks,
} from '@understudy/server/browser';
import { handlers } from '@understudy/server/msw';
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { setupWorker } from 'msw/browser';
import { petShop } from '../../openapi/pet-shop.fixture.js';
import { documentAnswers } from './document-answers.js';
import { everyAnswer } from './every-answer.js';

const clock = '2026-03-01T12:00:00.000Z';
const domains = [auth, commerce, education, events, food, oauth, realestate, saas, social, webhooks];
const { origin } = location;

const since = performance.now();
const understudy = createUnderstudy({ domains, clock });
await understudy.fetch('/api/education/courses');
const startMs = performance.now() - since;

const worker = setupWorker(
  ...handlers(understudy),
  ...handlers(understudy.sandbox('elsewhere'), { baseUrl: 'https://api.example.com' }),
);
await worker.start({ onUnhandledRequest: 'bypass', quiet: true });

/** Checks a token as an app does, with the keys that the server publishes. */
async function verifiedToken(alg: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: alg, client_secret: 'understudy-secret' };
  const issued = await fetch('/api/oauth/token', { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = await issued.json();
  const keys = await (await fetch('/api/oauth/jwks')).json();
  const { payload } = await jwtVerify(access_token, createLocalJWKSet(keys), { currentDate: new Date(clock) });
  return `${decodeProtectedHeader(access_token).alg} ${payload.iss}`;
}

/** What the test asks of the page. */
const asked = {
  startMs,
  verifiedToken,
  documentAnswers: async () => {
    const server = createUnderstudy({ openapi: petShop, clock, publicUrl: origin });
    return documentAnswers((path, init) => server.fetch(path, init));
  },
  everyAnswer: () =>
    everyAnswer(origin, () => {
      const server = createUnderstudy({ domains, clock, publicUrl: origin });
      return (path, init) => server.fetch(path, init);
    }),
};

Object.assign(globalThis, { asked });

/** What the page offers to the test. */
export type Asked = typeof asked;
