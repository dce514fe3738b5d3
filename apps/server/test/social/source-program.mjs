/** Reads the timeline with undici's EventSource until there are so many events: `node source-program.mjs URL COUNT`. */
import { EventSource } from 'undici';

const [, , url, count] = process.argv;
const source = new EventSource(url);
const found = [];
// No process stays for its wait before it connects again.
const staying = setInterval(() => undefined, 1000);
for (const type of ['post', 'delete', 'counts']) {
  source.addEventListener(type, ({ lastEventId, data }) => {
    JSON.parse(data);
    if (found.push(`${type} ${lastEventId}`) < Number(count)) return;
    source.close();
    clearInterval(staying);
    console.log(JSON.stringify(found));
  });
}
