/** Tells whoever runs the server. */

/** Writes a line to standard error. */
export const say = (line: string): void => void process.stderr.write(`understudy: ${line}\n`);
