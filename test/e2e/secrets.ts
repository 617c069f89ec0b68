import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { satrap } from '../harness/satrap.ts';
import type { TestHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

type Secrets = Record<string, string>;

/** Every secret in use on a host with this node, by purpose. */
export async function secretsOf({ agent, controlPlane }: TestHost, nodeId: string): Promise<Secrets> {
  const { nodeRpcCredentials } = await controlPlane.ask('{ nodeRpcCredentials { password } }');
  return {
    'the executor’s API key': readFileSync(join(agent.dataDir, 'api.key'), 'utf8'),
    'the administrator’s API key': controlPlane.personalKey,
    'the administrator’s password': await controlPlane.ownerPassword(),
    'the link for the administrator’s password': controlPlane.made.passwordLink.token,
    'the platform’s RPC password': nodeRpcCredentials.password,
    'the agent’s RPC password': agent.record(nodeId).agentRpc.password,
    'the control plane’s secret': readFileSync(join(controlPlane.settings.dataDir, 'secret'), 'utf8'),
  };
}

/** The part of a secret's Base64 form that does not depend on the text around it; `shift` is its offset modulo 3. */
const base64Core = (secret: string, shift: number): string =>
  Buffer.from(' '.repeat(shift) + secret)
    .toString('base64')
    .slice(4, -4);

/** Finds no secret of a host anywhere but where it belongs. The host has had a running node with this id. */
export function testSecrets(hostOf: () => TestHost, nodeIdOf: () => string): void {
  let secrets: Secrets;

  beforeAll(async () => {
    const { agent, controlPlane } = hostOf();
    // Error messages are where secrets easily leak into logs.
    await controlPlane.stop();
    await until('a heartbeat failed', async () => (await agent.status()).lastSync.error !== null);
    await controlPlane.serve();
    await until('the agent is back', async () => (await agent.status()).lastSync.error === null);
    secrets = await secretsOf(hostOf(), nodeIdOf());
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

  test('the search for secrets finds one as it is and one in Base64', () => {
    const key = secrets['the executor’s API key'] ?? '';
    expect(secretsIn(`authorization: Bearer ${key}`)).toEqual(['the executor’s API key']);
    expect(secretsIn(Buffer.from(`satrap:${secrets['the platform’s RPC password']}`).toString('base64'))).toEqual([
      'the platform’s RPC password',
    ]);
  });

  test('invariant 8: no secret is in the logs at level trace, the containers, their logs, or the command line of a process', async () => {
    const { agent, controlPlane } = hostOf();
    expect(agent.log.length).toBeGreaterThan(500);
    expect(secretsIn(agent.log)).toEqual([]);
    expect(controlPlane.log.length).toBeGreaterThan(50);
    expect(secretsIn(controlPlane.log)).toEqual([]);
    for (const container of await agent.containers()) {
      expect(secretsIn(JSON.stringify(container))).toEqual([]);
      const log = await agent.docker.getContainer(container.Id).logs({ stdout: true, stderr: true });
      expect(log.length).toBeGreaterThan(100);
      expect(secretsIn(log.toString())).toEqual([]);
    }
    const commandLines = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        } catch {
          // The process has exited since.
          return '';
        }
      });
    expect(secretsIn(commandLines.join('\n'))).toEqual([]);
  });

  test('invariant 8: no secret is in the control plane’s database, and the API shows none but in the one field for it', async () => {
    const { controlPlane } = hostOf();
    const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    await client.connect();
    const { rows: tables } = await client.query(
      "SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')",
    );
    let dump = '';
    for (const { name } of tables) dump += JSON.stringify((await client.query(`SELECT * FROM ${name}`)).rows);
    await client.end();
    expect(dump).toContain(nodeIdOf());
    expect(secretsIn(dump)).toEqual([]);
    const shown = await controlPlane.ask(
      '{ events(filter: { take: 500 }) { nodes { message data } } nodes { overrides { value } effectiveConfig { key value note } status { reason } } apiKeys { name start } executors { name capabilities { clients { image } } } }',
    );
    expect(secretsIn(JSON.stringify(shown))).toEqual([]);
  });

  test('invariant 8: a support bundle holds no secret, not even where a log and the configuration do', async () => {
    const { agent, controlPlane } = hostOf();
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

  test('invariant 8: other users cannot read what the agent and the control plane keep on disk; a node’s configuration has only salted hashes', async () => {
    const { agent, controlPlane } = hostOf();
    for (const folder of [agent.dataDir, controlPlane.settings.dataDir]) {
      expect(statSync(folder).mode & 0o077, folder).toBe(0);
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        const path = join(folder, name);
        const { mode } = statSync(path);
        const text = statSync(path).isFile() ? readFileSync(path, 'latin1') : '';
        if (secretsIn(text).length > 0) expect(mode & 0o077, path).toBe(0);
      }
    }
    const { Mountpoint } = await agent.docker.getVolume(`satrap-${nodeIdOf()}`).inspect();
    const path = join(Mountpoint, 'node/bitcoin.conf');
    expect(readFileSync(path, 'utf8')).toMatch(/rpcauth=satrap:[0-9a-f]{32}\$[0-9a-f]{64}/);
    expect(secretsIn(readFileSync(path, 'utf8'))).toEqual([]);
    expect(statSync(path)).toMatchObject({ uid: 101, gid: 101 });
    expect(statSync(path).mode & 0o777).toBe(0o400);
  });
}
