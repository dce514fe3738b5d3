/** Options of `understudy serve` that a server in a process does not have. */
import { option } from './option.js';
import { flag, time } from './parse.js';
import { tlsOptions } from './tls.js';

/** Options of `understudy serve` that a server in a process does not have. */
export const serveOptions = {
  ...tlsOptions,
  drain: option<number>({
    flag: 'drain',
    group: 'Address',
    variable: 'UNDERSTUDY_DRAIN',
    placeholder: 'TIME',
    help: 'How long it still accepts requests after SIGTERM while its health checks fail, so that a load balancer notices.',
    fallback: 0,
    shown: 'none',
    read: time(0, 300),
  }),
  open: option<boolean>({
    flag: 'open',
    group: 'Command',
    variable: 'UNDERSTUDY_OPEN',
    help: 'Open the start page in a browser.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
  watch: option<boolean>({
    flag: 'watch',
    group: 'Command',
    variable: 'UNDERSTUDY_WATCH',
    help: 'Restart when a file of the configuration, a domain or data changes, and keep the sandboxes.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
};
