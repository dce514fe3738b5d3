/** Answers lines: chunk by chunk as they are read, or as a whole where a fault is to spoil them. */
import { lineTypes } from '@understudy/contract/kit';
import { lineTexts } from '../call/line-texts.js';
import type { FoundLines } from '../call/found-lines.js';
import type { Answer } from './answer.js';
import { contentDisposition } from './content-disposition.js';
import type { EventStreams } from './event-streams.js';

type LinesAnswer = Pick<Answer, 'status' | 'type' | 'body' | 'headers' | 'caching'>;

/** The answer of lines. There is no mark at their end: only their count tells that none is missing. */
export function linesAnswer(found: FoundLines, streams: Pick<EventStreams, 'openTexts'>): LinesAnswer {
  const { controls, lines, total, text } = found;
  const name = `${lines.name}.${controls.format}`;
  const plain = contentDisposition('attachment', name);
  const headers = {
    // RFC 6266 §4.3: both, since some clients read only one of them.
    'content-disposition': plain.includes('filename*=') ? plain : `${plain}; filename*=UTF-8''${name}`,
    'x-total-count': String(total),
  };
  const said = { status: 200, type: lineTypes[controls.format], caching: 'none', headers } as const;
  if (text !== undefined) return { ...said, body: text };
  return { ...said, body: streams.openTexts(lineTexts(found), controls.chunk_bytes) };
}
