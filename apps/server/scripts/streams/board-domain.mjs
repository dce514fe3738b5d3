/** A domain for `npm run suite -- streams`: messages on a board, and a stream of them. */
import {
  collection,
  defineDomain,
  eventNumber,
  get,
  implement,
  numberedId,
  post,
  recordId,
  streamInput,
  streamOf,
  writtenOf,
  z,
} from '@understudy/server/domain';

const message = z
  .object({
    id: recordId('Id of the message.', 'msg_n000001'),
    text: z.string().meta({ description: 'What it says.', examples: ['Hello.'] }),
  })
  .meta({ id: 'BoardMessage', description: 'A message.' });

const board = defineDomain({
  name: 'board',
  description: 'A board.',
  operations: {
    postMessage: post('/api/board/messages', {
      summary: 'Post a message',
      description: 'Posts a message.',
      input: message.pick({ text: true }),
      output: writtenOf(message),
    }),
    streamMessages: get('/api/board/messages/stream', {
      summary: 'Follow the messages',
      description: 'The messages as they are posted.',
      input: streamInput({}),
      output: streamOf({ message_posted: message }, { id: 'BoardEvent', description: 'A message was posted.' }),
    }),
  },
});

const messages = collection({
  name: 'messages',
  prefix: 'msg',
  noun: 'message',
  size: 0,
  schema: message,
  seed: () => ({ text: '' }),
});

export const domain = implement(board, {
  collections: [messages],
  handlers: {
    postMessage: ({ input, records }) => {
      const one = { id: numberedId(records, 'msg'), text: input.text };
      records.put(messages, one);
      return { value: [one] };
    },
    streamMessages: ({ input, records }) => {
      const last = records.size(messages);
      const after = eventNumber(input, last);
      if (after === undefined) return { events: [], position: String(last) };
      const events = Array.from({ length: last - after }, (_, index) => {
        return { id: String(after + index + 1), event: 'message_posted', data: records.at(messages, after + index) };
      });
      return { events };
    },
  },
});
