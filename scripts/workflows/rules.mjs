/** What a workflow must keep to, so that neither a stranger's pull request nor somebody else's action can use it. */

/** Rights that a job may have beside reading the repository, by file and job. */
const RIGHTS = {
  'release.yml': { publish: { 'id-token': 'write' }, announce: { contents: 'write' } },
};

/** What gives a stranger's code the rights of the repository. */
const DANGEROUS = ['pull_request_target', 'workflow_run'];

/** An action of another repository at a full hash, with its version behind. */
const PINNED = /uses:\s*[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/** Lines that use an action otherwise; those of this repository have no version. */
function unpinned(text) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^(?:- )?uses:/.test(line) && !/uses:\s*\.\//.test(line) && !PINNED.test(line))
    .map((line) => `"${line}" is not pinned by a full hash with the version as a comment`);
}

/** @param {string} file @param {string} name @param {Record<string, any>} job */
function faultsOfJob(file, name, job) {
  const allowed = RIGHTS[file]?.[name] ?? { contents: 'read' };
  const rights = job.permissions;
  const steps = job.steps ?? [];
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  return [
    ...(typeof rights === 'object' && rights !== null
      ? Object.entries(rights)
          .filter(([right, level]) => allowed[right] !== level)
          .map(([right, level]) => `${name} has the right ${right}: ${level}, which it does not need`)
      : [`${name} does not say its permissions one by one`]),
    ...(typeof job['timeout-minutes'] === 'number' ? [] : [`${name} has no timeout-minutes`]),
    ...checkouts
      .filter((step) => step.with?.['persist-credentials'] !== false)
      .map(() => `${name} leaves its token on the disk: checkout wants persist-credentials: false`),
    ...(rights?.['id-token'] === 'write' && checkouts.length > 0
      ? [`${name} can prove who it is, and runs what it checks out`]
      : []),
    ...faultsOfSteps(name, steps),
  ];
}

/**
 * @param {string} name of the job, or of the action
 * @param {readonly Record<string, any>[]} steps
 */
export function faultsOfSteps(name, steps) {
  return steps
    .filter(({ run }) => typeof run === 'string' && run.includes('${{'))
    .map(
      ({ run }) => `${name} puts an expression into a script, which may say anything; give it as env: ${run.trim()}`,
    );
}

/**
 * @param {{ file: string, text: string, workflow: Record<string, any> }} of
 * @returns {string[]} what is wrong
 */
export function faultsOfWorkflow({ file, text, workflow }) {
  const events = typeof workflow.on === 'string' ? [workflow.on] : Object.keys(workflow.on ?? {});
  const isEmpty = workflow.permissions !== null && JSON.stringify(workflow.permissions) === '{}';
  return [
    ...unpinned(text),
    ...(isEmpty ? [] : ['its jobs have rights that they do not name: it wants permissions: {} at the top']),
    ...events.filter((event) => DANGEROUS.includes(event)).map((event) => `it runs on ${event}`),
    ...Object.entries(workflow.jobs ?? {}).flatMap(([name, job]) => faultsOfJob(file, name, job)),
  ];
}
