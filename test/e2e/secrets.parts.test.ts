import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../harness/agent.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { satrap } from '../harness/satrap.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

let host: TestHost;
let controlPlane: TestControlPlane;
let agent: TestAgent;
let id: string;
/** Every secret in use, by purpose. */
let secrets: Record<string, string>;

beforeAll(async () => {
  host = await testHost();
  ({ controlPlane, agent } = host);
  id = (await host.nodes.create('secretive')).id;
  await host.nodes.untilPhase(id, 'running');
  await host.nodes.mine(id, 1);
  await host.nodes.update(id, { overrides: [{ key: 'dbcache', value: '44' }] });
  await host.nodes.untilPhase(id, 'running');
  // Error messages are where secrets easily leak into logs.
  await controlPlane.stop();
  await until('a heartbeat failed', async () => (await agent.status()).lastSync.error !== null);
  await controlPlane.serve();
  await until('the agent is back', async () => (await agent.status()).lastSync.error === null);
  const { nodeRpcCredentials } = await controlPlane.ask('{ nodeRpcCredentials { password } }');
  secrets = {
    'the executor’s API key': readFileSync(join(agent.dataDir, 'api.key'), 'utf8'),
    'the administrator’s API key': controlPlane.personalKey,
    'the administrator’s password': await controlPlane.ownerPassword(),
    'the link for the administrator’s password': controlPlane.made.passwordLink.token,
    'the platform’s RPC password': nodeRpcCredentials.password,
    'the agent’s RPC password': agent.record(id).agentRpc.password,
    'the control plane’s secret': readFileSync(join(controlPlane.settings.dataDir, 'secret'), 'utf8'),
  };
  return () => host[Symbol.asyncDispose]();
});

/** The names of the secrets that a text contains, in plain text or in one of the encodings used. */
const secretsIn = (text: string): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) =>
      [secret, encodeURIComponent(secret), ...[0, 1, 2].map((shift) => base64Core(secret, shift))].some((form) =>
        text.includes(form),
      ),
    )
    .map(([name]) => name);

/** The part of a secret's Base64 form that does not depend on the text around it; `shift` is its offset modulo 3. */
const base64Core = (secret: string, shift: number): string =>
  Buffer.from(' '.repeat(shift) + secret)
    .toString('base64')
    .slice(4, -4);

describe('secrets', () => {
  test('the search for secrets finds one as it is and one in Base64', () => {
    const key = secrets['the executor’s API key'] ?? '';
    expect(secretsIn(`authorization: Bearer ${key}`)).toEqual(['the executor’s API key']);
    expect(secretsIn(Buffer.from(`satrap:${secrets['the platform’s RPC password']}`).toString('base64'))).toEqual([
      'the platform’s RPC password',
    ]);
  });

  test('invariant 8: no secret is in the logs, not even at level trace', () => {
    expect(agent.log.length).toBeGreaterThan(500);
    expect(secretsIn(agent.log)).toEqual([]);
    expect(controlPlane.log.length).toBeGreaterThan(50);
    expect(secretsIn(controlPlane.log)).toEqual([]);
  });

  test('invariant 8: no secret is in the control plane’s database', async () => {
    const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    await client.connect();
    const { rows: tables } = await client.query(
      "SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')",
    );
    let dump = '';
    for (const { name } of tables) dump += JSON.stringify((await client.query(`SELECT * FROM ${name}`)).rows);
    await client.end();
    expect(dump).toContain('secretive');
    expect(secretsIn(dump)).toEqual([]);
  });

  test('invariant 8: a support bundle holds no secret, not even where a log and the configuration do', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'satrap-bundle-'));
    const [config, log, bundle] = ['agent.toml', 'planted.log', 'bundle.tar.gz'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const planted = Object.values(secrets).filter((_secret, index) => [0, 1, 5].includes(index));
    const settings = `url = "${controlPlane.url}"\ndata_dir = "${agent.dataDir}"\nproxy = "http://u:${secrets['the agent’s RPC password']}@127.0.0.1:1"\n`;
    writeFileSync(config, `${settings}name = "${agent.name}"\napi_key_file = "${join(agent.dataDir, 'api.key')}"\n`);
    writeFileSync(log, `${agent.log}\n${planted.map((secret) => `it went wrong with ${secret}\n`).join('')}`);
    const outcome = await satrap(['agent', 'support-bundle', bundle, '--config', config, '--log-file', log]);
    expect(outcome).toMatchObject({ code: 0 });
    expect(statSync(bundle).mode & 0o777).toBe(0o600);
    const text = execFileSync('tar', ['-xzOf', bundle], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
    rmSync(folder, { recursive: true });
    for (const part of ['"check": "engine"', '"executorId"', '"ImageID"', 'data_dir = ', 'it went wrong', 'satrap-'])
      expect(text).toContain(part);
    expect(secretsIn(text)).toEqual([]);
  });

  test('invariant 8: the API shows no secret, in events or elsewhere, except in the one field for it', async () => {
    const shown = await controlPlane.ask(
      '{ events(filter: { take: 500 }) { nodes { message data } } nodes { overrides { value } effectiveConfig { key value note } status { reason } } apiKeys { name start } executors { name capabilities { clients { image } } } }',
    );
    expect(secretsIn(JSON.stringify(shown))).toEqual([]);
  });

  test('invariant 8: no secret is in a container’s description, environment, labels, command line or log', async () => {
    const [container] = await agent.containers();
    expect(secretsIn(JSON.stringify(container))).toEqual([]);
    const log = await agent.docker.getContainer(container?.Id ?? '').logs({ stdout: true, stderr: true });
    expect(log.length).toBeGreaterThan(100);
    expect(secretsIn(log.toString())).toEqual([]);
  });

  test('invariant 8: no secret is in the command line of any process', () => {
    const lines = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        } catch {
          // The process has exited since.
          return '';
        }
      });
    expect(secretsIn(lines.join('\n'))).toEqual([]);
  });

  test('invariant 8: other users cannot read what the agent and the control plane keep on disk', async () => {
    for (const folder of [agent.dataDir, controlPlane.settings.dataDir]) {
      expect(statSync(folder).mode & 0o077, folder).toBe(0);
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        const path = join(folder, name);
        const { mode } = statSync(path);
        const text = statSync(path).isFile() ? readFileSync(path, 'latin1') : '';
        if (secretsIn(text).length > 0) expect(mode & 0o077, path).toBe(0);
      }
    }
  });

  test('invariant 8: a node’s configuration file contains only salted hashes, and only the daemon’s user can read it', async () => {
    const { Mountpoint } = await agent.docker.getVolume(`satrap-${id}`).inspect();
    const path = join(Mountpoint, 'node/bitcoin.conf');
    expect(readFileSync(path, 'utf8')).toMatch(/rpcauth=satrap:[0-9a-f]{32}\$[0-9a-f]{64}/);
    expect(secretsIn(readFileSync(path, 'utf8'))).toEqual([]);
    expect(statSync(path)).toMatchObject({ uid: 101, gid: 101 });
    expect(statSync(path).mode & 0o777).toBe(0o400);
  });

  test('a node’s RPC refuses a wrong password, and lets the agent do no more than it must', async () => {
    const endpoint = (await host.nodes.get(id))?.status.endpoint;
    const call = async (user: string, password: string, method: string) => {
      const response = await fetch(`http://${endpoint?.host}:${endpoint?.rpcPort}/`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
        body: JSON.stringify({ id: 1, method, params: [] }),
      });
      return response.status;
    };
    expect(await call('satrap', 'wrong', 'getblockcount')).toBe(401);
    expect(await call('satrap', secrets['the platform’s RPC password'] ?? '', 'getblockcount')).toBe(200);
    const agentPassword = secrets['the agent’s RPC password'] ?? '';
    expect(await call('satrap-agent', agentPassword, 'getblockchaininfo')).toBe(200);
    for (const method of ['stop', 'generatetodescriptor', 'getnodeaddresses', 'getwalletinfo', 'invalidateblock']) {
      expect(await call('satrap-agent', agentPassword, method), method).toBe(403);
    }
  });
});
