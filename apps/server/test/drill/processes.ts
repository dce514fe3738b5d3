/** Looks at the processes of this machine. */
import { spawnSync } from 'node:child_process';

/**
 * The ids of the processes that run, and of the groups that they are in. One that has ended stays in the table until its
 * parent looks, which the first process of a container may never do.
 */
export function running(): ReadonlySet<number> {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,pgid=,stat='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
  return new Set(
    rows.filter(([, , state = 'Z']) => !state.startsWith('Z')).flatMap(([pid, group]) => [Number(pid), Number(group)]),
  );
}
