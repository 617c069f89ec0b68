import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { builtProgram } from '../harness/built-program.ts';
import { selfSigned } from '../harness/certificate.ts';
import { NetworkWithoutIPv4 } from '../harness/network-namespace.ts';
import type { Outcome } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';

// On a host that has no address of IPv4, not even 127.0.0.1.

const name = 'control-plane.example';
const port = 4100;
const literalUrl = `https://[::1]:${port}`;
const nameUrl = `https://${name}:${port}`;

let folder: string;
let caFile: string;
let network: NetworkWithoutIPv4;
let host: { main: string; agent: string; compiled: string };
let key = '';

/** Runs a command of an operator there. */
const satrap = (words: string, more: Record<string, string> = {}): Promise<Outcome> =>
  network.run([process.execPath, host.main, ...words.split(' ')], {
    ...{ NODE_COMPILE_CACHE: host.compiled, NODE_EXTRA_CA_CERTS: caFile, SATRAP_API_KEY: key },
    ...{ HOME: folder, ...more },
  });

beforeAll(async () => {
  await using ends = new AsyncDisposableStack();
  const temporary = (what: string) => {
    const made = mkdtempSync(join(tmpdir(), `satrap-${what}-`));
    ends.defer(() => rmSync(made, { recursive: true }));
    return made;
  };
  folder = temporary('ipv6');
  const { caFile: certFile, keyFile } = selfSigned(folder, `DNS:${name}`, 'IP:::1');
  caFile = certFile;
  const server = await builtProgram('control-plane');
  host = await builtProgram('host');
  network = await NetworkWithoutIPv4.create(folder, [name]);
  ends.defer(() => network.destroy());
  const controlPlane = [process.execPath, server.main, 'control-plane'];
  const data = ['--data', temporary('cp')];
  const env = {
    ...{ NODE_COMPILE_CACHE: server.compiled, SATRAP_HOST: '::', SATRAP_PORT: String(port) },
    ...{ SATRAP_TLS_CERT: certFile, SATRAP_TLS_KEY: keyFile, SATRAP_PUBLIC_URL: nameUrl },
  };
  const owner = ['--email', 'you@example.com', '--organization', 'Example'];
  const { stdout, stderr } = await network.run([...controlPlane, 'init', ...owner, ...data], env);
  key = /satrap_p_\S+/.exec(stdout)?.[0] ?? '';
  expect(key, stderr).not.toBe('');
  network.start([...controlPlane, 'serve', ...data], env);
  const isReady = async () => (await network.run([...controlPlane, 'health'], env)).code === 0;
  await until('the control plane serves', isReady, 60_000, 500).catch((error) => {
    throw new Error(`${error}: ${network.log}`);
  });
  const kept = ends.move();
  return () => kept.disposeAsync();
}, 180_000);

describe.each([
  ['an address', literalUrl, 'by-address'],
  ['a name', nameUrl, 'by-name'],
])('a host without IPv4 reaches its control plane by %s', (_how, url, agentName) => {
  const folderOf = () => join(folder, agentName);
  const flags = () => `--config ${folderOf()}/agent.toml`;

  test('in commands', async () => {
    const { stdout, stderr } = await satrap(`organizations list --url ${url}`);
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('Example')]);
  });

  test('from its agent', async () => {
    mkdirSync(folderOf(), { mode: 0o700 });
    writeFileSync(
      join(folderOf(), 'agent.toml'),
      `data_dir = "${folderOf()}/data"\ndocker_socket = "${inject('dockerSocket')}"\n`,
    );
    const { stdout: token } = await satrap(`tokens create --name ${agentName} --url ${url}`);
    const [enrolment = ''] = /satrap_e_\S+/.exec(token) ?? [];
    const words = `agent join --url ${url} --ca-file ${caFile} --name ${agentName} --data-dir ${folderOf()}/data`;
    const joined = await satrap(`${words} ${flags()}`, { SATRAP_ENROLMENT_TOKEN: enrolment });
    expect([joined.stderr, joined.code]).toEqual(['', 0]);
    network.start([host.agent, 'agent', 'run', '--config', `${folderOf()}/agent.toml`], { HOME: folder });
    const isOnline = async () =>
      new RegExp(`${agentName} +online`).test((await satrap(`hosts list --url ${url}`)).stdout);
    await until('the host is online', isOnline, 60_000, 500);
    const doctor = await satrap(`agent doctor --json ${flags()} --data-dir ${folderOf()}/data`);
    const findings: { check: string; level: string }[] = JSON.parse(doctor.stdout);
    const checks = findings.filter(({ check }) => ['control plane', 'key'].includes(check));
    expect(checks.map(({ level }) => level)).toEqual(['ok', 'ok']);
  }, 120_000);
});
