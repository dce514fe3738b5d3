/** Reads server-sent events, as WHATWG HTML §9.2.6 has it. */

/**
 * @param {string} url
 * @param {{ headers?: Record<string, string>, onEvent: (event: { type: string, id: string, data: string }) => void,
 *   signal: AbortSignal }} how
 * @returns {Promise<Response>} the answer, once its head is there; its end is `ended` of it
 */
export async function readEvents(url, { headers = {}, onEvent, signal }) {
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal });
  const ended = (async () => {
    let [rest, id] = ['', ''];
    try {
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop();
        for (const block of blocks) {
          const event = { type: 'message', id, data: [] };
          for (const line of block.split('\n')) {
            const [, name, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
            if (name === 'data') event.data.push(value);
            if (name === 'event') event.type = value;
            if (name === 'id') event.id = id = value;
          }
          if (event.data.length > 0) onEvent({ ...event, data: event.data.join('\n') });
        }
      }
      return 'end';
    } catch (error) {
      return error.name;
    }
  })();
  return { response, ended };
}
