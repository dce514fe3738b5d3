/** Understudy on a store, one process or several. */
import { launch } from '../kit/launch.mjs';
import { understudy } from '../servers/understudy.mjs';

/** Said below tables in which replicas are held against one process. */
export const SHARED =
  'replicas share the core of the servers where they are pinned: then this shows what a second one costs';

/** The server as it is started on a store. */
export function onStore(store) {
  const more = ['--store', store, '--max-records', '10000000'];
  return { ...understudy, arguments: (scene, port) => [...understudy.arguments(scene, port), ...more] };
}

/** Starts so many replicas on a store. */
export async function launchReplicas(bench, address, count) {
  const server = onStore(address);
  const running = [];
  try {
    for (let i = 0; i < count; i += 1) {
      running.push(await launch({ ...server, arguments: (port) => server.arguments(bench.scene.plain, port) }));
    }
  } catch (error) {
    await Promise.all(running.map(({ stop }) => stop()));
    throw error;
  }
  return { running, stop: () => Promise.all(running.map(({ stop }) => stop())) };
}
