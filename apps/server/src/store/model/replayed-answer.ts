/** The answer of a write as it is stored under its Idempotency-Key, to be given again. */
import { z } from 'zod';
import type { AnswerHead } from '../../kit/handler.js';

/** The members of an answer under a key; those of its head are left out where it is a plain 200. */
export const replayedAnswer = z.object({
  answer: z.unknown(),
  status: z.literal([201, 202, 204]).optional(),
  /** A path below the base URL of the sandbox, which may be another once a snapshot was restored. */
  location: z.string().startsWith('/').optional(),
  retry_after: z.int().min(0).optional(),
  /** What a browser got instead of the answer. */
  redirect: z
    .union([
      z.object({ location: z.string(), cookie: z.string().optional() }),
      z.object({
        html: z.string(),
        status: z.int().min(200).max(599).optional(),
        policy: z.string(),
        cookie: z.string().optional(),
      }),
    ])
    .optional(),
});

type ReplayedAnswer = z.infer<typeof replayedAnswer>;

/** Gives an answer and its head the form in which they are stored. */
export function storedAnswer(answer: unknown, head?: AnswerHead): ReplayedAnswer {
  if (head === undefined) return { answer };
  const { status, location, retryAfter, redirect } = head;
  return {
    answer,
    ...(status === 200 ? {} : { status }),
    ...(location !== undefined && { location }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(redirect !== undefined && { redirect: JSON.parse(JSON.stringify(redirect)) as ReplayedAnswer['redirect'] }),
  };
}

/** The head of an answer that was stored; undefined for a plain 200. */
export function replayedHead({
  status,
  location,
  retry_after: retryAfter,
  redirect,
}: ReplayedAnswer): AnswerHead | undefined {
  const said = [status, location, retryAfter, redirect];
  if (said.every((one) => one === undefined)) return undefined;
  return { status: status ?? 200, location, retryAfter, redirect };
}
