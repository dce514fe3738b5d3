/** Proxies that put the server below a prefix, each in its own way, and the options that the server needs for it. */
import { nginxConfig } from './proxies.mjs';

/** The prefix that clients see. */
export const PREFIX = '/understudy';

const nginx = (location) => ({
  program: 'nginx',
  config: nginxConfig(({ target }) => location(target)),
  flags: ({ folder, file }) => ['-p', folder, '-c', file],
});

const caddy = (site) => ({
  program: 'caddy',
  config: ({ port, target }) => `{\n  admin off\n}\nhttp://127.0.0.1:${port} {\n${site(target)}\n}\n`,
  flags: ({ file }) => ['run', '--adapter', 'caddyfile', '--config', file],
});

/** All of them. */
export const prefixes = [
  {
    name: 'nginx passes the prefix on',
    options: ['--base-path', PREFIX],
    ...nginx(
      (target) =>
        `location ~ ^(/\\.well-known/[^/]+)?${PREFIX}/ { proxy_pass ${target}; proxy_set_header Host $http_host; }`,
    ),
  },
  {
    name: 'nginx takes the prefix away',
    options: ['--trust-proxy', '1'],
    ...nginx(
      (target) => `
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-Prefix ${PREFIX};
      location ${PREFIX}/ { proxy_pass ${target}/; }
      location ~ ^/\\.well-known/[^/]+${PREFIX}/ { proxy_pass ${target}; }`,
    ),
  },
  {
    name: 'Caddy passes the prefix on',
    options: ['--base-path', PREFIX, '--trust-proxy', '1'],
    ...caddy((target) => `  @ours path ${PREFIX}/* /.well-known/*\n  handle @ours {\n    reverse_proxy ${target}\n  }`),
  },
  {
    name: 'Caddy takes the prefix away',
    options: ['--trust-proxy', '1'],
    ...caddy(
      (target) => `
  handle_path ${PREFIX}/* {
    reverse_proxy ${target} {
      header_up X-Forwarded-Prefix ${PREFIX}
    }
  }
  handle /.well-known/* {
    reverse_proxy ${target} {
      header_up X-Forwarded-Prefix ${PREFIX}
    }
  }`,
    ),
  },
];
