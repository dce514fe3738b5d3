/** Ends a command and everything that it has started, also what has left its process group. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
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
function orphanProcesses(group: ProcessGroup): number[] {
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
    return pids.filter((pid) => belongs(pid, group)).map(Number);
  }
  return exists(-group.leader) ? [-group.leader] : [];
}

/** How often it is looked whether processes have ended, in ms. */
const LOOK_MS = 20;

/** How long the system may take to end a process that cannot refuse, in ms. */
const KILL_MS = 2000;

function send(ids: readonly number[], signal: NodeJS.Signals): void {
  for (const id of ids) {
    try {
      process.kill(id, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Ends a process of Windows and its children; there is no signal that it could refuse. */
function endTree(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const tool = spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore', windowsHide: true });
    tool.once('error', () => resolve());
    tool.once('exit', () => resolve());
  });
}

/** Waits until nothing runs any more, and gives what still does when the time is over. */
async function left(group: ProcessGroup, ms: number): Promise<readonly number[]> {
  const until = performance.now() + ms;
  let ids = orphanProcesses(group);
  while (ids.length > 0 && performance.now() < until) {
    await sleep(LOOK_MS);
    ids = orphanProcesses(group);
  }
  return ids;
}

/**
 * Ends what runs of a command: by SIGTERM, and after the grace by SIGKILL, which no process can refuse.
 *
 * @param graceMs how long processes may take to end by themselves, in ms
 * @returns how many processes there were; on other systems than Linux 1 stands for any number
 */
export async function endProcesses(group: ProcessGroup, graceMs: number): Promise<number> {
  if (process.platform === 'win32') {
    await endTree(group.leader);
    return 0;
  }
  const found = orphanProcesses(group);
  if (found.length === 0) return 0;
  send(found, 'SIGTERM');
  const stubborn = await left(group, graceMs);
  if (stubborn.length > 0) {
    send(stubborn, 'SIGKILL');
    // What they started in the meantime.
    send(await left(group, KILL_MS), 'SIGKILL');
  }
  return found.length;
}

/** Ends all of it at once, without waiting; for the end of this process. */
export function killNow(group: ProcessGroup): void {
  if (process.platform === 'win32') void endTree(group.leader);
  else send(orphanProcesses(group), 'SIGKILL');
}
