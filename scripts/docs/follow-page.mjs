/** Follows one page from top to bottom, as a reader would, against a server of its own. */
import { spawnServer } from '../../tooling/src/server/index.mjs';
import { checkCommand } from './check-command.mjs';
import { compareHead, compareJson } from './compare.mjs';
import { isSaved, isServed, isShown, otherThanShown, ownArguments } from './own-files.mjs';
import { pasteFiles } from './paste-files.mjs';
import { isFile } from './read-pages.mjs';
import { runScript } from './run-script.mjs';
import { runShell, usesCurl } from './run-shell.mjs';

/** The languages of blocks, and the flags that may follow each. */
const flagsOf = {
  ts: ['no-run', 'file', 'append', 'as', 'from', 'vitest'],
  tsx: ['from'],
  sh: ['serve'],
  bash: [],
  json: ['answer', 'as'],
  http: [],
  yaml: ['as'],
  text: ['output'],
  js: [],
};

/**
 * @param {import('./read-pages.mjs').Page} page
 * @param {object} options
 * @param {string} options.help its text
 * @param {(block: import('./read-pages.mjs').Block) => Promise<boolean>} options.isBroken whether a block does not compile
 * @param {boolean} options.curl whether there is one
 * @returns {Promise<{ faults: { where: string, what: string }[], counts: Record<string, number> }>}
 */
export async function followPage(page, { help, isBroken, curl }) {
  const faults = [];
  const counts = {};
  const pasted = page.blocks.some(isFile) ? await pasteFiles(page) : undefined;
  if (pasted !== undefined && pasted.faults.length > 0) return { faults: pasted.faults, counts };
  const server = page.blocks.some(needsServer)
    ? await spawnServer(ownArguments(page), pasted && { main: pasted.main })
    : undefined;
  let printed = '';

  /** Runs or checks a block by its language; gives what was done and what is wrong. */
  const follow = async (block) => {
    const { code } = block;
    const other = otherThanShown(block);
    if (other !== undefined) return { fault: other };
    if (isShown(block)) return { did: 'files shown' };
    if (block.language === 'tsx') return { fault: 'a component is shown from an example, by from=examples/…' };
    if (isScript(block))
      return (await isBroken(block)) ? {} : { did: 'scripts run', fault: await runScript(block, server.origin) };
    if (isShell(block) && !usesCurl(code)) {
      const wrong = code
        .split('\n')
        .map((line) => checkCommand(line, page, help))
        .filter(Boolean);
      return { did: 'command blocks checked', fault: wrong.join('\n') };
    }
    if (!curl && (isShell(block) || isAnswer(block))) return {};
    if (isShell(block)) {
      const { fault, stdout } = await runShell(block, server.origin);
      printed = stdout;
      return { did: 'curl blocks run', fault };
    }
    if (isAnswer(block)) {
      const compare = block.language === 'json' ? compareJson : compareHead;
      return { did: 'answers compared', fault: compare(code, printed) };
    }
    return block.language === 'json' ? { did: 'JSON blocks parsed', fault: faultOfJson(code) } : {};
  };

  for (const block of page.blocks) {
    const strange = strangeIn(block);
    const { did, fault } = strange
      ? { fault: `this check does not know blocks marked ${strange}` }
      : await follow(block);
    if (fault) faults.push({ where: block.where, what: fault });
    if (did) counts[did] = (counts[did] ?? 0) + 1;
  }
  await server?.stop();
  return { faults, counts };
}

/** The language or flag that is not known; a block without a language would go unchecked. */
function strangeIn({ language, flags }) {
  const known = flagsOf[language];
  return known === undefined ? language || 'nothing' : flags.find((flag) => !known.includes(flag.split('=')[0]));
}

const isAnswer = ({ language, flags }) => language === 'http' || flags.includes('answer');
const isShell = ({ language }) => language === 'sh' || language === 'bash';
const isScript = (block) =>
  block.language === 'ts' && !block.flags.includes('no-run') && !isFile(block) && !isSaved(block) && !isShown(block);
const needsServer = (block) => isServed(block) || isScript(block) || (isShell(block) && usesCurl(block.code));

function faultOfJson(code) {
  try {
    JSON.parse(code);
    return undefined;
  } catch (error) {
    return `it is not JSON: ${error.message}`;
  }
}
