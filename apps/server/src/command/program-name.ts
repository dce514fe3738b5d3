/** What the command is called by whoever runs it, so that what it suggests can be typed. */
import type { CommandOutline, Invocation } from './command.js';

/** Its name where it is installed. */
const INSTALLED = 'understudy';

/** The name to run it by: without our scope, npx would run the package of somebody else. */
export function programName({ npm_lifecycle_event: event, npm_command: verb }: Invocation['environment']): string {
  return event === 'npx' || verb === 'exec' ? 'npx @understudy/server' : INSTALLED;
}

/** A text in which the command has another name, wherever it stands before one of its commands. */
export function withProgram(text: string, program: string, commands: readonly CommandOutline[]): string {
  if (program === INSTALLED) return text;
  const names = commands.map(({ name }) => name).join('|');
  return text.replaceAll(new RegExp(String.raw`(?<![\w@/-])${INSTALLED} (?=(?:${names})\b)`, 'g'), `${program} `);
}
