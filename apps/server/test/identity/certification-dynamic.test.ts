/** The modules of the certification plan for clients that register, each as a test of the same name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overSocket, type TestServer } from '../support.js';
import { RelyingParty } from './relying-party.js';

let server: TestServer;
beforeAll(async () => {
  server = await overSocket();
});
afterAll(() => server.close());

describe('oidcc-dynamic-certification-test-plan', () => {
  test('oidcc-discovery-endpoint-verification', async () => {
    const rp = new RelyingParty(server);
    expect(await rp.metadata()).toMatchObject({
      issuer: rp.issuer,
      response_types_supported: expect.arrayContaining(['code', 'id_token']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      scopes_supported: expect.arrayContaining(['openid']),
      subject_types_supported: ['public'],
    });
  });
});
