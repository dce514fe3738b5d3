/** The head of an answer as it is kept under an Idempotency-Key: members beside the answer, none for a plain 200. */
import { z } from 'zod';
import type { AnswerHead } from '../../kit/answer-head.js';

/** What is kept of the head. An answer of an earlier release has none of it: each was a plain 200. */
export const keptHead = {
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
};

/** The members that are kept of the head of an answer. */
export type KeptHead = z.infer<z.ZodObject<typeof keptHead>>;

/** Gives the head of an answer the form in which it is kept. */
export function keepHead({ status, location, retryAfter, redirect }: AnswerHead): KeptHead {
  return {
    ...(status === 200 ? {} : { status }),
    ...(location !== undefined && { location }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(redirect !== undefined && { redirect: JSON.parse(JSON.stringify(redirect)) as KeptHead['redirect'] }),
  };
}

/** The head that was kept; undefined for a plain 200. */
export function readHead({ status, location, retry_after: retryAfter, redirect }: KeptHead): AnswerHead | undefined {
  const said = [status, location, retryAfter, redirect];
  if (said.every((one) => one === undefined)) return undefined;
  return { status: status ?? 200, location, retryAfter, redirect };
}
