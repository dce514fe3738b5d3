/** The request journal as an HTTP Archive: HAR 1.2, the format of the network panels of browsers. */
import { z } from 'zod';
import { instant } from '../kit/field.js';

const text = z.string();

const pair = z.looseObject({ name: text, value: text });

const size = z.int().min(-1);

const cookie = z.looseObject({ name: text, value: text });

const harRequest = z.looseObject({
  method: text,
  url: text.meta({ description: 'Absolute address, its secrets masked.' }),
  httpVersion: text,
  cookies: z.array(cookie),
  headers: z.array(pair),
  queryString: z.array(pair),
  postData: z.looseObject({ mimeType: text, text }).optional(),
  headersSize: size,
  bodySize: size,
});

const harResponse = z.looseObject({
  status: z.int().meta({ description: 'Status of the answer; 0 where there was none.' }),
  statusText: text,
  httpVersion: text,
  cookies: z.array(cookie),
  headers: z.array(pair),
  content: z.looseObject({ size: z.int().min(0), mimeType: text, text: text.optional(), encoding: text.optional() }),
  redirectURL: text,
  headersSize: size,
  bodySize: size,
});

const harEntry = z.looseObject({
  startedDateTime: instant('When the request arrived.', '2026-01-01T00:00:00.000Z'),
  time: z.number().min(0).meta({ description: 'Time from the request to the end of the exchange, in ms.' }),
  request: harRequest,
  response: harResponse,
  cache: z.looseObject({}),
  timings: z.looseObject({ send: z.number(), wait: z.number(), receive: z.number() }),
});

/** A HAR 1.2 document (the draft of the W3C Web Performance group, "HTTP Archive (HAR) format"). */
export const har = z
  .object({
    log: z.looseObject({
      version: z.literal('1.2'),
      creator: z.looseObject({ name: text, version: text }),
      entries: z.array(harEntry).meta({ description: 'The requests, oldest first.' }),
    }),
  })
  .meta({ id: 'Har', description: 'The request journal as HAR 1.2; members whose names begin with `_` are our own.' });
