/** Servers and receivers of one test, which end with it. */
import { type Given, inProcess, type TestServer } from '../support.js';
import { ending } from '../use.js';
import { type Answer, type Receiver, startReceiver } from './receiver.js';

/** Starts a server. */
export const serving = async (given: Given = {}): Promise<TestServer> => ending(await inProcess(given));

/** Starts a server that delivers. */
export const delivering = (given: Given = {}): Promise<TestServer> => serving({ webhookDelivery: 'on', ...given });

/** Starts a receiver. */
export const receive = async (answer?: Answer): Promise<Receiver> => ending(await startReceiver(answer));
