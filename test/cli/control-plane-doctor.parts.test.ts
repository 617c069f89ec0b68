import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ControlPlaneStatus } from '../../src/cli/control-plane/doctor/status.ts';
import type { Finding } from '../../src/contract/finding.ts';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';
import { ownVersion } from '../../src/version.ts';
import { selfSigned } from '../harness/certificate.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { freePort } from '../harness/free-port.ts';
import { MailReceiver } from '../harness/mail-receiver.ts';
import { startNginx } from '../harness/nginx.ts';
import { startPooler } from '../harness/pooler.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();

/** Runs a command on the data of a control plane, with this environment besides. */
const run = (verb: string, env: Record<string, string> = {}, of: TestControlPlane = controlPlane) => {
  const { dataDir, port, databaseUrl } = of.settings;
  const database: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  return satrapHere(`control-plane ${verb} --data ${dataDir}`, { ...database, SATRAP_PORT: String(port), ...env });
};

async function doctor(env: Record<string, string> = {}, of?: TestControlPlane) {
  const { code, stdout } = await run('doctor --json', env, of);
  const findings = JSON.parse(stdout) as Finding[];
  return { code, findings, of: (check: string) => findings.find((finding) => finding.check === check) };
}

const proxied = async (options: Parameters<typeof startNginx>[1] = {}) => {
  const nginx = await startNginx(new URL(controlPlane.url).origin, options);
  onTestFinished(nginx.stop);
  return nginx.origin;
};

describe('doctor', () => {
  test('finds no problem behind nginx with its defaults', async () => {
    const { code, findings } = await doctor({ SATRAP_PUBLIC_URL: await proxied() });
    expect(findings.filter(({ level }) => level !== 'ok').map(({ check }) => check)).toEqual(['backup']);
    expect(findings.map(({ check }) => check)).toEqual([
      ...['service', 'version', 'database', 'contents', 'rights', 'clock', 'connections', 'pooler', 'disk', 'backup'],
      ...['public URL', 'events'],
    ]);
    expect(code).toBe(0);
  });

  test('prints a sign and the way out for each finding', async () => {
    const { code, stdout } = await run('doctor', { SATRAP_PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(stdout).toContain('✓ rights: ');
    expect(stdout).toMatch(/! backup: there is no backup\n {4}systemctl start satrap-control-plane-backup;/);
    expect(stdout).toMatch(/✗ public URL: http:\/\/127.0.0.1:1: .*ECONNREFUSED.*\n {4}start the reverse proxy/);
  });

  test('reports a proxy that holds events back', async () => {
    const origin = await proxied({ directives: 'proxy_ignore_headers X-Accel-Buffering;' });
    const { code, of } = await doctor({ SATRAP_PUBLIC_URL: origin });
    expect(of('events')).toMatchObject({ level: 'warning', remedy: expect.stringContaining('proxy_buffering off') });
    expect([code, of('public URL')?.level]).toEqual([0, 'ok']);
  });

  test('reports an authority that agents do not trust', async () => {
    const certificate = selfSigned(scratchFolder('doctor'), 'IP:127.0.0.1');
    const { code, of } = await doctor({ SATRAP_PUBLIC_URL: await proxied({ certificate }) });
    expect(of('public URL')).toMatchObject({
      level: 'problem',
      message: expect.stringContaining('self-signed certificate'),
      remedy: expect.stringContaining('update-ca-certificates'),
    });
    expect(code).toBe(1);
  });

  test('reports a public URL of another control plane', async () => {
    const other = await TestControlPlane.start({ embedded: true });
    onTestFinished(() => other.destroy());
    const { code, of } = await doctor({ SATRAP_PUBLIC_URL: new URL(other.url).origin });
    expect(of('events')).toMatchObject({ level: 'problem', message: expect.stringContaining('another control plane') });
    expect(code).toBe(1);
    const ofEmbedded = await doctor({ SATRAP_PUBLIC_URL: new URL(other.url).origin }, other);
    expect([ofEmbedded.code, ofEmbedded.of('database')?.message]).toEqual([
      0,
      expect.stringMatching(/^embedded PostgreSQL \d/),
    ]);
  });

  test('reports a public URL that leads elsewhere', async () => {
    const origin = await proxied({ directives: 'return 404;' });
    const { code, of } = await doctor({ SATRAP_PUBLIC_URL: origin });
    expect([code, of('public URL')]).toEqual([
      1,
      expect.objectContaining({ level: 'problem', message: expect.stringContaining('HTTP 404') }),
    ]);
  });

  test('reports a database that became read-only, and the service that notices', async () => {
    const own = await TestControlPlane.start();
    onTestFinished(() => own.destroy());
    const { databaseUrl = '' } = own.settings;
    const name = new URL(databaseUrl).pathname.slice(1);
    await withConnection(databaseUrl, async (client) => {
      await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
      await client.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
        [name],
      );
    });
    const { code, of } = await doctor({}, own);
    expect([code, of('database')]).toEqual([
      1,
      expect.objectContaining({ level: 'problem', message: expect.stringContaining('read-only') }),
    ]);
    expect(of('service')).toMatchObject({ level: 'problem', message: expect.stringContaining('read-only') });
    const status = await run('status --json', {}, own);
    expect([status.code, (JSON.parse(status.stdout) as ControlPlaneStatus).database.state]).toEqual([1, 'read-only']);
  });

  test('reports a role that cannot migrate the database', async () => {
    const url = new URL(controlPlane.settings.databaseUrl ?? '');
    url.searchParams.set('options', '-c role=pg_read_all_data');
    const { code, of } = await doctor({ DATABASE_URL: url.href });
    expect([code, of('rights')]).toEqual([
      1,
      expect.objectContaining({ level: 'problem', remedy: expect.stringContaining('OWNER TO pg_read_all_data') }),
    ]);
  });

  test.each(['session', 'transaction'] as const)('recognizes a pooler by %s', async (mode) => {
    const { databaseUrl = '' } = controlPlane.settings;
    const pooler = await startPooler(databaseUrl, mode);
    onTestFinished(pooler.stop);
    const { code, of } = await doctor({ DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: databaseUrl });
    expect([code, of('pooler')?.message]).toEqual([
      0,
      'DATABASE_URL leads through a pooler, DIRECT_DATABASE_URL to the server',
    ]);
    const alone = await doctor({ DATABASE_URL: pooler.url });
    if (mode === 'session') expect(alone.of('pooler')?.message).toContain('pools by session');
    else
      expect([alone.code, alone.of('database')?.message]).toEqual([1, expect.stringContaining('pools by transaction')]);
  });

  test('reports a database that cannot be reached and a service that is not there', async () => {
    const env = { DATABASE_URL: 'postgres://satrap@127.0.0.1:1/satrap', SATRAP_PORT: String(await freePort()) };
    const { code, of } = await doctor(env);
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({ level: 'problem', message: expect.stringContaining('check that it runs') });
    expect(of('service')).toMatchObject({ level: 'problem', remedy: expect.stringContaining('systemctl status') });
  });

  test('signs in to the mail server, and reports one that refuses', async () => {
    const port = await freePort();
    const receiver = await MailReceiver.start(port);
    onTestFinished(() => receiver.stop());
    const file = join(scratchFolder('doctor'), 'smtp');
    const mailOf = async (login: string) => {
      writeFileSync(file, `smtp://${login}@127.0.0.1:${port}?from=satrap@example.com`, { mode: 0o600 });
      return (await doctor({ SATRAP_SMTP: file })).of('mail');
    };
    expect(await mailOf('satrap:of-smtp')).toMatchObject({ level: 'ok' });
    expect(await mailOf('satrap:wrong')).toMatchObject({
      level: 'problem',
      remedy: expect.stringContaining('SATRAP_SMTP'),
    });
    expect(receiver.received).toEqual([]);
  });

  test('warns of no old backup once scheduled backups are off', async () => {
    const own = await TestControlPlane.start({ embedded: true });
    onTestFinished(() => own.destroy());
    const disabled = await run('scheduled-backup --disable', {}, own);
    expect([disabled.code, (await doctor({}, own)).of('backup')]).toEqual([
      0,
      expect.objectContaining({
        level: 'ok',
        message: expect.stringMatching(/^scheduled backups are off since \S+Z; there is no backup$/),
      }),
    ]);
    expect((await run('status', {}, own)).stdout).toMatch(/^last backup: none; scheduled backups are off$/m);
  });

  test('counts a backup once it is complete', async () => {
    const own = await TestControlPlane.start({ embedded: true });
    onTestFinished(() => own.destroy());
    const { code } = await run(`backup ${join(scratchFolder('doctor'), 'backup')}`, {}, own);
    expect([code, (await doctor({}, own)).of('backup')?.level]).toEqual([0, 'ok']);
    const { stdout } = await run('status --json', {}, own);
    expect((JSON.parse(stdout) as ControlPlaneStatus).lastBackup).toEqual({
      at: expect.stringMatching(/Z$/),
      rows: expect.any(Number),
    });
  });
});

describe('status', () => {
  test('shows the program that serves, its database and its fleet', async () => {
    const { code, stdout } = await run('status');
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^control plane ${ownVersion()}, up since `));
    expect(stdout).toMatch(/^address: \S+, ready$/m);
    expect(stdout).toMatch(/^database: PostgreSQL \d+\.\d+, writable, \d+ MiB, 1 replica$/m);
    expect(stdout).toMatch(/^fleet: 0 hosts, 0 nodes$/m);
    expect(stdout).toMatch(/^last backup: none$/m);
  });

  test('exits with 1 and names the next command where nothing serves', async () => {
    const { code, stdout } = await run('status', { SATRAP_PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/not running\naddress: .*ECONNREFUSED/);
    expect(stdout).toContain('next: satrap control-plane doctor');
  });
});

test('a probe without the key of this control plane learns nothing', async () => {
  const answer = await fetch(new URL('/probe', controlPlane.url), {
    headers: { authorization: 'Bearer 9999999999999.x' },
  });
  expect([answer.status, await answer.text()]).toEqual([401, 'not a probe of this control plane\n']);
});
