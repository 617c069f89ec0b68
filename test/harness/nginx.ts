import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { listens } from './listens.ts';
import { until } from './until.ts';

interface NginxOptions {
  /** Directives of the location. */
  directives?: string;
  /** Serves TLS. */
  certificate?: { keyFile: string; caFile: string };
}

/** Starts Debian's nginx with its defaults in front of a server. Returns its origin. */
export async function startNginx(
  target: string,
  { directives = '', certificate }: NginxOptions = {},
): Promise<{ origin: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-nginx-'));
  const port = await freePort();
  const file = join(folder, 'nginx.conf');
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = `
    daemon off;
    user root;
    worker_processes 1;
    pid ${folder}/pid;
    error_log ${folder}/error.log;
    events {}
    http {
      access_log off;
      ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n')}
      server {
        listen 127.0.0.1:${port}${certificate === undefined ? '' : ' ssl'};
        ${certificate === undefined ? '' : `ssl_certificate ${certificate.caFile}; ssl_certificate_key ${certificate.keyFile};`}
        location / {
          proxy_pass ${target};
          proxy_set_header Host $host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
          ${directives}
        }
      }
    }`;
  writeFileSync(file, config);
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until('nginx listens', () => listens(port));
  const origin = certificate === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`;
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
