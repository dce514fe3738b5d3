/** Reads a journey with undici's EventSource until it gives up by itself: `node undici-program.mjs URL`. */
import { EventSource } from 'undici';

const source = new EventSource(process.argv[2]);
const found = [];
// No process stays for its wait before it connects again.
const staying = setInterval(() => undefined, 1000);
for (const type of ['stop', 'end']) {
  source.addEventListener(type, ({ lastEventId, data }) => {
    JSON.parse(data);
    found.push(`${type} ${lastEventId}`);
  });
}
source.addEventListener('error', () => {
  if (source.readyState !== EventSource.CLOSED) return;
  clearInterval(staying);
  console.log(JSON.stringify(found));
});
