/** Servers and receivers of one test, which end with it. */
import { onTestFinished } from 'vitest';
import { type Given, inProcess, type TestServer } from '../support.js';
import { type Answer, type Receiver, startReceiver } from './receiver.js';

/** Has something end with the test that runs; what was begun last ends first. */
export function ending<Thing extends { readonly close: () => Promise<unknown> }>(thing: Thing): Thing {
  onTestFinished(async () => void (await thing.close()));
  return thing;
}

/** Starts a server. */
export const serving = async (given: Given = {}): Promise<TestServer> => ending(await inProcess(given));

/** Starts a server that delivers. */
export const delivering = (given: Given = {}): Promise<TestServer> => serving({ webhookDelivery: 'on', ...given });

/** Starts a receiver. */
export const receive = async (answer?: Answer): Promise<Receiver> => ending(await startReceiver(answer));
