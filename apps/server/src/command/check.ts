/** `understudy check FILE`: runs our own suites over the domains of a file. */
import type { AnyImplementation } from '../call/domain.js';
import { option } from '../options/option.js';
import { OptionError, readOptions } from '../options/options.js';
import { flag, many, NotAllowed, text, whole } from '../options/parse.js';
import { type CommandLine, type Command, FAILED } from './commands.js';

/** Reads the address of a database. */
function database(value: unknown): string {
  if (typeof value === 'string' && /^postgres(?:ql)?:\/\//.test(value)) return value;
  throw new NotAllowed('postgres://…');
}

const options = {
  openapi: option<string | undefined>({
    flag: 'openapi',
    placeholder: 'FILE',
    help: 'Check an OpenAPI document, served as an API, in place of the domains of a file.',
    fallback: undefined,
    shown: 'none',
    read: text,
  }),
  only: option<readonly string[]>({
    flag: 'only',
    placeholder: 'NAME,…',
    help: 'Run only these checks.',
    fallback: [],
    shown: 'all',
    read: many(text),
  }),
  operation: option<readonly string[]>({
    flag: 'operation',
    placeholder: 'NAME,…',
    help: 'Check only these operations (notes.listNotes), collections and domains.',
    fallback: [],
    shown: 'all',
    read: many(text),
  }),
  postgres: option<string | undefined>({
    flag: 'postgres',
    placeholder: 'URL',
    help: 'Compare the answers on this PostgreSQL database too; the check writes to it.',
    fallback: undefined,
    shown: 'none',
    isSecret: true,
    read: database,
  }),
  callLimit: option<number>({
    flag: 'call-limit',
    placeholder: 'SECONDS',
    help: 'Longest time that a call may take.',
    fallback: 5,
    read: whole(1, 60),
  }),
  json: option({ flag: 'json', help: 'Print the report as JSON.', fallback: false, read: flag }),
};

/** Those that were named; undefined where none were. */
const named = (names: readonly string[]): readonly string[] | undefined => (names.length === 0 ? undefined : names);

/** Before the file of a document, where the processes that check are told what to load. */
const DOCUMENT = 'openapi:';

async function load(file: string) {
  if (!file.startsWith(DOCUMENT)) {
    const { loadDomains } = await import('../server/load-domains.js');
    return (await loadDomains([file])).domains;
  }
  const { documentDomains } = await import('../openapi/domain.js');
  const { nodePlatform } = await import('../server/node-platform.js');
  const own = {
    openapi: [file.slice(DOCUMENT.length)],
    openapiWith: undefined,
    openapiRoot: undefined,
    openapiJudge: 'refuse',
  } as const;
  const documents = await documentDomains({ ...own, openapiSize: 20, openapiIds: 'seeded', platform: nodePlatform });
  return documents.map(({ implementation }) => implementation as AnyImplementation);
}

/** The script of this process, which is that of the processes that check. */
const program = () => ({ script: process.argv[1] ?? '', arguments: ['check'] });

async function checkFile(subject: string, given: CommandLine, write: (text: string) => void): Promise<number> {
  const { json, postgres, openapi: _, ...chosen } = readOptions(options, given);
  const file = subject.replace(DOCUMENT, '');
  const only = named(chosen.only);
  const { unknownChecks, checkNames } = await import('../check/check-domains.js');
  const [unknown] = unknownChecks({ only });
  if (unknown !== undefined) throw new OptionError(`--only names ${unknown}; the checks are ${checkNames.join(', ')}`);
  const { superviseChecks } = await import('../check/supervise.js');
  const { reportText, summary } = await import('../check/finding.js');
  const start = performance.now();
  const outcome = await superviseChecks(program(), {
    file: subject,
    only,
    subjects: named(chosen.operation),
    postgres,
    callMs: chosen.callLimit * 1000,
  });
  if ('refused' in outcome) throw new OptionError(outcome.refused);
  const { report } = outcome;
  const cases = report.checks.reduce((sum, { subjects }) => sum + subjects, 0);
  if (cases === 0)
    throw new OptionError(`--operation names ${chosen.operation.join(', ')}, which ${file} does not have`);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (json) write(`${JSON.stringify(report, undefined, 2)}\n`);
  else write(`${reportText(report, file)}${summary(report)}, in ${seconds} s\n`);
  return report.findings.length === 0 ? 0 : FAILED;
}

/** `understudy check`. */
export const command: Command = {
  options: () => options,
  run: async (given) => {
    const { openapi } = readOptions({ openapi: options.openapi }, given);
    const file = openapi === undefined ? given.operands[0] : `${DOCUMENT}${openapi}`;
    if (file !== undefined) return checkFile(file, given, (said) => void process.stdout.write(said));
    if (process.send !== undefined) {
      const { work } = await import('../check/supervise.js');
      return work(load);
    }
    throw new OptionError('check needs a FILE that exports a domain, such as ./notes.ts, or --openapi FILE');
  },
};
