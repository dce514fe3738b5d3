/** Reads how much memory and processor time a process has used. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The kernel's clock for processor time; 100 Hz on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

const isLinux = process.platform === 'linux';

function ask(pid, column) {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
}

/** Resident memory of a process, in bytes. */
export function residentMemory(pid) {
  if (!isLinux) return Number(ask(pid, 'rss')) * 1024;
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024;
}

/** Processor time of a process with all its threads, in seconds; undefined where only whole seconds could be had. */
export function processorTime(pid) {
  if (!isLinux) return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name, in brackets, and may hold blanks; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
