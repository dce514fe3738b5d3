/** Answers that were held against the schema of their operation before its procedure gives them back. */
import type { z } from 'zod';

/** An answer that is what its schema says, or what stands for it on the way to whoever has its text. */
export class Validated {
  readonly answer: unknown;

  constructor(answer: unknown) {
    this.answer = answer;
  }
}

/** What a procedure holds its answers against: those that were validated pass as they are. */
export function answerParser<Output extends z.ZodType>(output: Output): (answer: unknown) => Promise<z.output<Output>> {
  return async (answer) =>
    // Whoever made it says that the same schema has parsed it.
    answer instanceof Validated ? (answer.answer as z.output<Output>) : output.parseAsync(answer);
}
