import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { Command } from 'commander';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ControlPlaneStatus } from '../../../src/cli/control-plane/doctor/status.ts';
import { parseEnvironmentFile } from '../../../src/cli/control-plane/install/layout.ts';
import { type ServeOptions, serveOptions, serveSettings } from '../../../src/cli/control-plane/options.ts';
import { withAction } from '../../../src/cli/options.ts';
import type { Finding } from '../../../src/contract/finding.ts';
import { Browser } from '../../harness/browser.ts';
import { selfSigned } from '../../harness/certificate.ts';
import { EventStream } from '../../harness/event-stream.ts';
import { startReplica } from '../../harness/replica.ts';
import { satrapHere } from '../../harness/satrap-here.ts';
import { scratchFolder, sharedFolder } from '../../harness/scratch-folder.ts';
import { sharedControlPlane } from '../../harness/shared-control-plane.ts';
import { trustAuthorities } from '../../harness/trusted-authority.ts';
import { until } from '../../harness/until.ts';

const controlPlane = sharedControlPlane();
const authority = () => selfSigned(sharedFolder('authority'), 'IP:127.0.0.1');
const [first, renewed] = [authority(), authority()];
trustAuthorities(first.caFile, renewed.caFile);

type Pair = ReturnType<typeof selfSigned>;

/** Serves HTTPS with a certificate that a test can replace. */
async function serveTls(settings: Parameters<typeof startReplica>[1] = {}) {
  const folder = scratchFolder('tls');
  const tls = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const write = ({ caFile }: Pick<Pair, 'caFile'>, { keyFile }: Pick<Pair, 'keyFile'>) => {
    copyFileSync(caFile, tls.certFile);
    copyFileSync(keyFile, tls.keyFile);
  };
  write(first, first);
  const replica = await startReplica(controlPlane, { ...settings, tls });
  onTestFinished(() => replica.close());
  const { port } = new URL(replica.url);
  const { dataDir, databaseUrl = '' } = controlPlane.settings;
  const env = {
    ...{ DATABASE_URL: databaseUrl, SATRAP_PORT: port, SATRAP_HOST: settings.host ?? '127.0.0.1' },
    ...{ SATRAP_TLS_CERT: tls.certFile, SATRAP_TLS_KEY: tls.keyFile },
  };
  const run = (verb: string) => satrapHere(`control-plane ${verb}`, env);
  const runOnData = (verb: string) => run(`${verb} --data ${dataDir} --json`);
  const doctor = async () => JSON.parse((await runOnData('doctor')).stdout) as Finding[];
  const status = async () => JSON.parse((await runOnData('status')).stdout) as ControlPlaneStatus;
  return { url: replica.url, port: Number(port), tls, write, run, doctor, status };
}

/** The fingerprint of what a new connection is served. */
async function servedAt(port: number, options: object = {}) {
  const socket = connect({ host: 'localhost', port, ...options });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

test('serves HTTPS alone, with cookies and a header for TLS alone', async () => {
  const publicUrl = 'https://satrap.example';
  const { url, port } = await serveTls({ publicUrl });
  expect(new URL(url).protocol).toBe('https:');
  const browser = new Browser({ url, settings: { publicUrl } });
  await browser.signIn(controlPlane.made.email, await controlPlane.ownerPassword());
  expect(browser.setCookies[0]).toMatch(/^__Secure-satrap\.session_token=.*; Secure/);
  expect(browser.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect(await browser.who()).toBe(controlPlane.made.email);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  await expect(servedAt(port, { maxVersion: 'TLSv1.1' })).rejects.toThrow();
});

test('starts with the settings of the documentation', async () => {
  const folder = scratchFolder('tls');
  copyFileSync(first.caFile, join(folder, 'cert.pem'));
  copyFileSync(first.keyFile, join(folder, 'key.pem'));
  const example = readFileSync(join(import.meta.dirname, '../../../templates/control-plane-tls.env'), 'utf8');
  const env = parseEnvironmentFile(example.replaceAll('/etc/satrap/tls', folder));
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const command = withAction(new Command('serve').exitOverride(), serveOptions, () => undefined);
  const { host, tls, publicUrl } = serveSettings(command.parse([], { from: 'user' }).opts<ServeOptions>());
  const replica = await startReplica(controlPlane, { host, tls, publicUrl });
  onTestFinished(() => replica.close());
  expect([host, publicUrl]).toEqual(['0.0.0.0', 'https://satrap.example.com:4100']);
  expect((await fetch(new URL('/readyz', replica.url))).status).toBe(200);
});

test('sends no header for TLS alone to a host whose other ports may be other sites', async () => {
  const { url } = await serveTls({ publicUrl: 'https://satrap.example:4100' });
  expect((await fetch(new URL('/healthz', url))).headers.get('strict-transport-security')).toBeNull();
});

test('serves replaced files to new connections, while open streams continue', async () => {
  const { url, port, write } = await serveTls();
  const before = await servedAt(port);
  const stream = await EventStream.open(url, controlPlane.personalKey, 'subscription { changes { type } }');
  onTestFinished(() => stream.leave());
  await stream.message('the stream starts', ({ data }) => data?.changes[0]?.type === 'resync');
  write(renewed, renewed);
  await until('the renewed certificate is served', async () => (await servedAt(port)) !== before);
  await controlPlane.key('personal', 'after the renewal');
  await stream.message('the new key arrives', ({ data }) => data?.changes[0]?.type === 'api_key');
});

test('keeps the certificate when its new files do not match, and says so', async () => {
  const { port, write, doctor, status } = await serveTls();
  const own = async () => (await doctor()).find(({ check }) => check === 'own certificate');
  const before = await servedAt(port);
  // The certificates of the tests are valid for two days.
  expect(await own()).toMatchObject({ level: 'warning', message: expect.stringMatching(/expires in [12] day/) });
  write(renewed, first);
  const kept = await until('the doctor reports it', async () => {
    const found = await own();
    return found?.message.includes('does not belong to the certificate') && found;
  });
  expect(kept).toMatchObject({ level: 'warning', remedy: expect.stringContaining('SATRAP_TLS_KEY') });
  expect(await servedAt(port)).toBe(before);
  expect((await status()).certificate?.fault).toContain('does not belong to the certificate');
  write(renewed, renewed);
  await until('the pair is served', async () => (await status()).certificate?.fault === null);
  expect(await servedAt(port)).not.toBe(before);
});

test('answers the checks of its own host, whose address the certificate lacks', async () => {
  const { run, doctor } = await serveTls({ host: '127.0.0.2' });
  expect((await run('health')).stdout).toContain('the control plane runs');
  const service = (await doctor()).filter(({ check }) => check === 'service');
  expect(service).toEqual([
    expect.objectContaining({ level: 'ok', message: expect.stringMatching(/^https:.* is ready$/) }),
  ]);
});

test.each<[string, (folder: string) => { certFile: string; keyFile: string }, RegExp]>([
  [
    'a missing certificate',
    (folder) => ({ certFile: join(folder, 'none.pem'), keyFile: first.keyFile }),
    /the TLS certificate file \S+none\.pem: ENOENT/,
  ],
  [
    'a missing key',
    (folder) => ({ certFile: first.caFile, keyFile: join(folder, 'none.pem') }),
    /the TLS key file \S+none\.pem: ENOENT/,
  ],
  [
    'a key of another certificate',
    () => ({ certFile: first.caFile, keyFile: renewed.keyFile }),
    /does not belong to the certificate/,
  ],
  ['a certificate as key', () => ({ certFile: first.caFile, keyFile: first.caFile }), /others can read its secret/],
  [
    'a file without a certificate',
    (folder) => {
      writeFileSync(join(folder, 'text'), 'nothing');
      return { certFile: join(folder, 'text'), keyFile: first.keyFile };
    },
    /has no certificate in PEM/,
  ],
  [
    'a file without a key',
    (folder) => {
      writeFileSync(join(folder, 'text'), 'nothing', { mode: 0o600 });
      return { certFile: first.caFile, keyFile: join(folder, 'text') };
    },
    /has no private key in PEM without a passphrase/,
  ],
])('does not start with %s', async (_what, files, reason) => {
  const tls = files(scratchFolder('tls'));
  await expect(startReplica(controlPlane, { tls })).rejects.toThrow(reason);
});
