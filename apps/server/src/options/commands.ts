/** The options that commands have beside those of a server. */
import { option } from './option.js';
import { address, NotAllowed, oneOf, text, time, path } from './parse.js';
import { schemeOptions, tlsOptions } from './tls.js';
import { networkOptions } from './network.js';
import { presetNames } from '@understudy/contract/sandboxes';
import { choice, configured, flags, list, number, optional, setting, toggle } from './setting.js';

/** Options of `understudy serve` that a server in a process does not have. */
export const serveOptions = {
  ...tlsOptions,
  ...configured('Address', {
    drain: setting<number>({
      placeholder: 'TIME',
      help: 'How long it still accepts requests after SIGTERM while its health checks fail, so that a load balancer notices.',
      fallback: 0,
      shown: 'none',
      read: time(0, 300),
    }),
  }),
  ...configured('Command', {
    open: toggle('Open the start page in a browser.'),
    watch: toggle('Restart when a file of the configuration, a domain or data changes, and keep the sandboxes.'),
  }),
  ...configured('What is served', {
    write: toggle('Write changes of the sandbox default back into the file of --data.'),
  }),
};

function sandboxName(value: unknown): string {
  if (typeof value === 'string' && /^[a-z0-9][a-z0-9._-]{0,63}$/.test(value)) return value;
  throw new NotAllowed('1 to 64 of a-z, 0-9, dot, underscore and hyphen, starting with a letter or digit');
}

/** Which server is asked, and as whom. */
export const serverOptions = {
  url: option<string | undefined>({
    flag: 'url',
    variable: 'UNDERSTUDY_URL',
    isField: false,
    placeholder: 'URL',
    help: 'Address of the server, or of a sandbox of it; it may also be given without the flag.',
    fallback: undefined,
    shown: 'where serve listens, http://127.0.0.1:4010',
    read: address,
  }),
  adminToken: networkOptions.adminToken,
  // Where a server listens that is started with the same options.
  port: networkOptions.port,
  host: networkOptions.host,
  ...schemeOptions,
};

/** Which sandbox of it is meant. */
export const sandboxOption = flags({
  sandbox: optional('NAME', 'The sandbox that is meant.', sandboxName, { shown: 'that of the URL, else default' }),
});

/** Whether the result is printed for programs. */
export const jsonOption = flags({
  json: toggle('Print JSON.'),
});

function typescriptFile(value: unknown): string {
  if (typeof value === 'string' && /^[^\0]{1,4000}\.[cm]?ts$/.test(value)) return value;
  throw new NotAllowed('the path of a TypeScript file, such as src/api.ts');
}

/** Options of `understudy client`. */
export const clientOptions = flags({
  out: optional('FILE', 'The file to write, such as src/api.ts.', typescriptFile),
  url: optional('ADDRESS', 'Address of a running server to ask for its domains.', address),
  all: toggle('Write the domains of Understudy as well.'),
  check: toggle('Write nothing, and end with exit code 1 if the file is not up to date.'),
});

/** The forms of a report in a file. */
const reportKinds = ['junit', 'html', 'jsonl', 'markdown', 'badge'] as const;

/** A report in a file. */
export interface ReportFile {
  readonly kind: (typeof reportKinds)[number];
  readonly file: string;
}

function report(value: unknown): ReportFile {
  const [kind = '', ...rest] = typeof value === 'string' ? value.split('=') : [];
  const found = reportKinds.find((one) => one === kind);
  const allowed = `KIND=FILE, where the kind is one of ${reportKinds.join(', ')}, such as junit=drill.xml`;
  if (found === undefined) throw new NotAllowed(allowed);
  return { kind: found, file: path(allowed)(rest.join('=')) };
}

const file = path('the path of a file, such as drill-baseline.json');

function variable(value: unknown): string {
  if (typeof value === 'string' && /^[A-Za-z_]\w{0,199}$/.test(value)) return value;
  throw new NotAllowed('the name of a variable, such as API_URL');
}

/** Options of `understudy drill`. */
export const drillOptions = flags({
  plans: list(
    'NAME,…',
    `What goes wrong, after a calm run: calm alone, or some of ${presetNames.join(', ')}.`,
    oneOf(['calm', ...presetNames]),
    { choices: ['calm', ...presetNames], shown: 'all' },
  ),
  env: list(
    'NAME,…',
    'Further variables, in addition to UNDERSTUDY_URL, that hold the base URL for the command.',
    variable,
  ),
  timeout: number('Longest time that the command may take under a plan.', 600, [1, 86_400], { placeholder: 'SECONDS' }),
  failOn: choice<'error' | 'warning' | 'advice' | 'never'>(['error', 'warning', 'advice', 'never'], {
    placeholder: 'SEVERITY',
    help: 'Verdicts that fail a plan: error, warning (and errors), advice (any), or never.',
    fallback: 'error',
  }),
  expectExit: choice<'any' | '0'>(['any', '0'], {
    help: 'Exit codes that the command may have under a plan; in the calm run it must be 0.',
    fallback: 'any',
  }),
  baseline: optional('FILE', 'JSON file of known verdicts: only others fail a plan.', file),
  writeBaseline: toggle('Write the verdicts of this drill to the file of --baseline, and fail on none of them.'),
  report: list('KIND=FILE,…', `Reports to write: ${reportKinds.map((kind) => `${kind}=FILE`).join(', ')}.`, report),
  seed: setting<string>({
    placeholder: 'TEXT',
    help: 'Seed of the data and of the faults; with another seed, other requests fail.',
    fallback: 'understudy',
    read: text,
  }),
  verbose: toggle('Show what the command prints, on standard error, while it runs.'),
});
