/** What publint and attw say of packed packages: whether their manifests and types lead every user to what there is. */
import { run } from '../run.mjs';

/**
 * @param {readonly { filename: string }[]} packages paths of their tarballs
 * @returns {Promise<string[]>} what is wrong
 */
export async function judgePackages(packages) {
  const commands = packages.flatMap(({ filename }) => [
    `publint run "${filename}" --strict`,
    `attw "${filename}" --profile esm-only`,
  ]);
  const wrong = [];
  for (const command of commands) {
    const { ok, output } = await run(command);
    if (!ok) wrong.push(`${output}\nThis failed: ${command}`);
  }
  return wrong;
}
