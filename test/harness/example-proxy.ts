import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listens } from './listens.ts';
import { until } from './until.ts';

const examples = join(import.meta.dirname, '../../templates/proxies');

export interface ProxyOptions {
  /** The port of the proxy, on the loopback address. */
  port: number;
  /** The port of the control plane. */
  target: number;
  certificate: { keyFile: string; caFile: string };
}

/** The example configurations, each with the changes that let it run here beside others, and the command that runs it. */
export const exampleProxies = {
  'nginx.conf': nginx('satrap.example.com', '/etc/ssl/satrap'),
  'nginx-path.conf': nginx('example.com', '/etc/ssl/example'),
  Caddyfile: caddy('satrap.example.com'),
  'Caddyfile-path': caddy('example.com'),
  'haproxy.cfg': haproxy('/etc/haproxy/satrap.pem'),
  'haproxy-path.cfg': haproxy('/etc/haproxy/example.pem'),
} as const;

export type ExampleProxy = keyof typeof exampleProxies;

interface Preparation extends ProxyOptions {
  folder: string;
  /** Returns the example with these changes. Throws for one that it does not have. */
  example(changes: Readonly<Record<string, string>>): string;
}

/** The files of a proxy, the first of which is its configuration, and its command. */
type Prepare = (preparation: Preparation) => { files: Record<string, string>; command: [string, ...string[]] };

/** Beside Debian's settings that a server needs. */
function nginx(name: string, certificates: string): Prepare {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return ({ folder, port, target, certificate, example }) => ({
    files: {
      'nginx.conf': `daemon off; user root; worker_processes 1; pid ${folder}/pid; events {}
        http { access_log off; ${kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} include ${folder}/site; }`,
      site: example({
        'listen 443': `listen 127.0.0.1:${port}`,
        'listen [::]:443': `listen [::1]:${port}`,
        [`server_name ${name}`]: 'server_name localhost',
        [`${certificates}/cert.pem`]: certificate.caFile,
        [`${certificates}/key.pem`]: certificate.keyFile,
        '127.0.0.1:4100': `127.0.0.1:${target}`,
      }),
    },
    command: ['/usr/sbin/nginx', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
  });
}

/** With the test's certificate: Caddy would ask an authority for one. */
function caddy(name: string): Prepare {
  return ({ folder, port, target, certificate: { caFile, keyFile }, example }) => ({
    files: {
      Caddyfile: `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${example({
        [`${name} {`]: `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${caFile} ${keyFile}`,
        '127.0.0.1:4100': `127.0.0.1:${target}`,
      })}`,
    },
    command: ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
  });
}

/** With the defaults of Debian's package. */
function haproxy(pem: string): Prepare {
  return ({ folder, port, target, certificate: { caFile, keyFile }, example }) => ({
    files: {
      'haproxy.cfg': `${debianDefaults()}\n${example({
        'bind :443': `bind 127.0.0.1:${port}`,
        [pem]: join(folder, 'pair.pem'),
        '127.0.0.1:4100': `127.0.0.1:${target}`,
      })}`,
      'pair.pem': readFileSync(caFile, 'utf8') + readFileSync(keyFile, 'utf8'),
    },
    command: ['/usr/sbin/haproxy', '-db', '-f', join(folder, 'haproxy.cfg')],
  });
}

function debianDefaults(): string {
  const [, defaults = ''] = /^(defaults$[\s\S]*)/m.exec(readFileSync('/etc/haproxy/haproxy.cfg', 'utf8')) ?? [];
  return defaults;
}

/** Starts a proxy with an example configuration. Returns how to stop it. */
export async function startExampleProxy(name: ExampleProxy, options: ProxyOptions): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-proxy-'));
  const example = (changes: Readonly<Record<string, string>>) => {
    let written = readFileSync(join(examples, name), 'utf8');
    for (const [found, actual] of Object.entries(changes)) {
      if (!written.includes(found)) throw new Error(`${name} does not have «${found}»`);
      written = written.replaceAll(found, actual);
    }
    return written;
  };
  const { files, command } = exampleProxies[name]({ ...options, folder, example });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content, { mode: 0o600 });
  const [program, ...words] = command;
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], env: { HOME: folder, PATH: '/usr/bin' } });
  const ended = once(child, 'exit');
  const said = text(child.stderr);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  };
  const starts = async () => {
    if (child.exitCode !== null) throw new Error(`${name}: ${await said}`);
    return listens(options.port);
  };
  await until(`${name} listens`, starts).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return stop;
}
