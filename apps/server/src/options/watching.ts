/** Options about what the server says of itself. */
import { option } from './option.js';
import { oneOf } from './parse.js';

/** How much the log says: each level has what follows it too. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** Options about what the server says of itself. */
export const watchingOptions = {
  log: option<'pretty' | 'json' | 'off' | undefined>({
    flag: 'log',
    group: 'Log',
    choices: ['pretty', 'json', 'off'],
    variable: 'UNDERSTUDY_LOG',
    placeholder: 'pretty|json|off',
    help: 'Format of the log.',
    fallback: undefined,
    shown: 'pretty on a terminal, otherwise json',
    read: oneOf(['pretty', 'json', 'off']),
  }),
  logLevel: option<(typeof logLevels)[number]>({
    flag: 'log-level',
    group: 'Log',
    choices: logLevels,
    variable: 'UNDERSTUDY_LOG_LEVEL',
    placeholder: 'LEVEL',
    help: 'What is logged: debug (health checks too), info (requests), warn (trouble), or error.',
    fallback: 'info',
    read: oneOf(logLevels),
  }),
  metrics: option<'on' | 'off'>({
    flag: 'metrics',
    group: 'Log',
    choices: ['on', 'off'],
    variable: 'UNDERSTUDY_METRICS',
    placeholder: 'on|off',
    help: 'Whether /metrics shows what the server counts, for Prometheus.',
    fallback: 'on',
    read: oneOf(['on', 'off']),
  }),
};
