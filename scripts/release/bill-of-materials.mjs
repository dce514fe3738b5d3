/** The bill of materials of a release (CycloneDX): what an install of the packages brings, and what their bundles hold. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validation } from '@cyclonedx/cyclonedx-library';
import { root, run } from '../run.mjs';

const SPEC = '1.6';

/** The line that THIRD_PARTY_LICENSES has above the text of each licence. */
const BUNDLED = /^(@?[\w./-]+) (\d+\.\d+\.\d+\S*) \((.+)\)$/gm;

/** A component as CycloneDX has it, of a package that a bundle holds. */
function component([, name = '', version = '', license]) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    name,
    version,
    purl,
    'bom-ref': purl,
    licenses: license === 'undefined' ? [] : [{ expression: license }],
    properties: [{ name: 'understudy:bundled', value: 'true' }],
  };
}

/** The packages that the bundles of an unpacked package hold; the API reference is copied as it is. */
function bundledIn(at) {
  const { name } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
  if (name === '@understudy/contract') return [];
  const texts = readFileSync(join(at, 'dist/THIRD_PARTY_LICENSES'), 'utf8');
  const found = Array.from(texts.matchAll(BUNDLED), component);
  if (name !== '@understudy/server') return found;
  const swagger = JSON.parse(readFileSync(join(root, 'apps/server/node_modules/swagger-ui-dist/package.json'), 'utf8'));
  return [...found, component(['', swagger.name, swagger.version, swagger.license])];
}

/**
 * @param {{ folder: string, version: string, packages: readonly { name: string, filename: string, at: string }[] }} of
 * @returns {Promise<{ wrong: string[], components: Record<string, any>[], text: string }>}
 */
export async function billOfMaterials({ folder, version, packages }) {
  const at = join(folder, 'bill');
  mkdirSync(at);
  const dependencies = Object.fromEntries(packages.map(({ name, filename }) => [name, `file:${filename}`]));
  const project = { name: 'understudy', version, private: true, license: 'MIT', dependencies };
  writeFileSync(join(at, 'package.json'), JSON.stringify(project));
  writeFileSync(join(at, 'pnpm-workspace.yaml'), JSON.stringify({ packages: [], overrides: dependencies }));
  const commands = [
    'pnpm install --prefer-offline --ignore-scripts',
    `pnpm sbom --sbom-format cyclonedx --sbom-spec-version ${SPEC} --prod --out bill.json`,
  ];
  for (const command of commands) {
    const { ok, output } = await run(command, { cwd: at });
    if (!ok) return { wrong: [`${command} said\n${output}`], components: [], text: '' };
  }
  const bill = JSON.parse(readFileSync(join(at, 'bill.json'), 'utf8'));
  const known = new Set(bill.components.map((one) => one['bom-ref']));
  for (const one of packages.flatMap((unpacked) => bundledIn(unpacked.at))) {
    if (known.has(one['bom-ref'])) continue;
    known.add(one['bom-ref']);
    bill.components.push(one);
  }
  const text = `${JSON.stringify(bill, null, 2)}\n`;
  const fault = await new Validation.JsonStrictValidator(SPEC).validate(text);
  const wrong = fault === null ? [] : [`the bill of materials is not CycloneDX ${SPEC}: ${JSON.stringify(fault)}`];
  return { wrong, components: bill.components, text };
}
