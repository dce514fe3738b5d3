/** Starts the servers of a suite, checks that each answers what the suite is about, and stops them again. */
import { ask } from './ask.mjs';
import { launch } from './launch.mjs';

/** A server as `launch` takes it, ready to serve a scene. */
export function prepared(server, scene) {
  server.prepare?.(scene);
  return { ...server, arguments: (port) => server.arguments(scene, port), cwd: scene.folder };
}

function countOf(body) {
  const value = JSON.parse(body);
  return (Array.isArray(value) ? value : value.data).length;
}

/** Starts servers one after the other; one that fails stays in the list, with its reason. */
export async function startCrew(members, scene) {
  const expected = countOf(scene.answer.body);
  const crew = [];
  for (const member of members) {
    try {
      if (member.failure !== undefined) throw new Error(member.failure);
      const running = await launch(prepared(member, scene));
      crew.push({ ...member, running });
      const count = countOf((await ask(running.port, member.path + (scene.added ?? ''))).body);
      if (count !== expected) throw new Error(`answers ${count} records, not ${expected}`);
    } catch (error) {
      await crew.find(({ name }) => name === member.name)?.running.stop();
      const others = crew.filter(({ name }) => name !== member.name);
      crew.splice(0, crew.length, ...others, { ...member, running: undefined, failure: error.message });
    }
  }
  return crew;
}

/** Stops what was started. */
export async function stopCrew(crew) {
  await Promise.all(crew.map(({ running }) => running?.stop()));
}
