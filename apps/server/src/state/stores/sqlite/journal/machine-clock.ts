/** The monotonic clock of the machine: all processes on a file see the same, and nobody puts it right. */

/** Its time, in ms since whenever; it begins anew with the machine. */
export const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6;
