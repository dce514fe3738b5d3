/** The command curl: a process for each request, since its exit code is what it says. */
import { runProgram } from '@understudy/tooling/server';
import type { Asked, Client, Seen } from './seen.js';

/** What it prints after an answer: a line of tabs, on standard error. */
const REPORT = '%{stderr}\\n%{http_code}\\t%{content_type}\\t%header{retry-after}';

async function ask({ url, body, limitMs }: Asked): Promise<Seen> {
  const json = body === undefined ? [] : ['-H', 'content-type: application/json', '--data-binary', '@-'];
  const options = ['-q', '-s', '-L', '--compressed', '-o', '/dev/null', '-m', String(limitMs / 1000), '-w', REPORT];
  const { code, stderr } = await runProgram(['curl', ...options, ...json, url], { input: body ?? '' });
  const [status = '0', type = '', retryAfter = ''] = stderr.split('\n').at(-1)?.split('\t') ?? [];
  const error = code === 0 ? {} : { error: `exit ${code}` };
  if (Number(status) === 0) return error;
  return { status: Number(status), type: type === '' ? null : type, retryAfter, ...error };
}

/** There is no curl on some machines. */
export async function openCurl(): Promise<Client | undefined> {
  const { code } = await runProgram(['curl', '--version']);
  return code === 0 ? { ask, close: async () => undefined } : undefined;
}
