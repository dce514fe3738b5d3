/** Finds the processes that a command has started and that still run. */
import { readdirSync, readFileSync } from 'node:fs';

/** The processes of a command. */
export interface ProcessGroup {
  /** Process id of the command, which leads a group of its own (POSIX.1-2017, setsid). */
  readonly leader: number;
  /** A variable that is in the environment of the command alone, as `NAME=value`: its children inherit it. */
  readonly mark: string;
}

/** Whether there is a process or, where the id is negative, a process group. */
function exists(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // One of another user is there as well.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The state and the process group of a process, from Linux' `/proc/PID/stat` (proc_pid_stat(5)). */
function statOf(pid: string): { readonly state: string; readonly group: number } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program stands in parentheses, and may have any character.
  const [state = '', , group = ''] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state, group: Number(group) };
}

function belongs(pid: string, { leader, mark }: ProcessGroup): boolean {
  try {
    const { state, group } = statOf(pid);
    if (state === 'Z' || state === 'X') return false;
    return group === leader || readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark);
  } catch {
    // It has ended meanwhile, or belongs to another user.
    return false;
  }
}

/**
 * What still runs of a command, as ids that signals can be sent to. On Linux these are also processes that have left its
 * group, as daemons do, since they inherited its environment; elsewhere its group, as one negative id.
 */
export function orphanProcesses(group: ProcessGroup): number[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
    return pids.filter((pid) => belongs(pid, group)).map(Number);
  }
  return exists(-group.leader) ? [-group.leader] : [];
}
