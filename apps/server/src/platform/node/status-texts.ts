/** What statuses are called (RFC 9110 §15). */
import { STATUS_CODES } from 'node:http';

/** The reason phrase of each status. */
export const statusTexts: Readonly<Record<number, string | undefined>> = STATUS_CODES;
