/** The sandbox that is always there. */

/** Name of the sandbox that has the bare origin as its address. */
export const DEFAULT_SANDBOX = 'default';
