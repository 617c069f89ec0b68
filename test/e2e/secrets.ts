import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { databaseContents } from '../harness/database-contents.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
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
export function testSecrets(lived: () => { host: TestHost; nodeId: string }): void {
  let secrets: Secrets;

  beforeAll(async () => {
    const { host, nodeId } = lived();
    // Error messages are where secrets easily leak into logs.
    await host.controlPlane.stop();
    await until('a heartbeat failed', async () => (await host.agent.status()).lastSync.error !== null);
    await host.controlPlane.serve();
    await until('the agent is back', async () => (await host.agent.status()).lastSync.error === null);
    secrets = await secretsOf(host, nodeId);
  });

  /** The names of the secrets that a text contains, in plain text or in one of the encodings used. */
  const secretsIn = (text: string): string[] =>
    Object.entries(secrets).flatMap(([name, secret]) => {
      const forms = [secret, encodeURIComponent(secret), ...[0, 1, 2].map((shift) => base64Core(secret, shift))];
      return forms.some((form) => text.includes(form)) ? [name] : [];
    });

  test('invariant 8: no secret is in trace logs, containers or command lines', async () => {
    const { agent, controlPlane } = lived().host;
    // The search finds a secret as it is, and one in Base64.
    expect(secretsIn(`Bearer ${secrets['the executor’s API key']}`)).toEqual(['the executor’s API key']);
    const credentials = Buffer.from(`satrap:${secrets['the platform’s RPC password']}`).toString('base64');
    expect(secretsIn(credentials)).toEqual(['the platform’s RPC password']);
    expect(agent.log.length).toBeGreaterThan(500);
    expect(controlPlane.log.length).toBeGreaterThan(50);
    expect(secretsIn(agent.log + controlPlane.log)).toEqual([]);
    for (const container of await agent.containers()) {
      expect(secretsIn(JSON.stringify(container))).toEqual([]);
      const log = await agent.docker.getContainer(container.Id).logs({ stdout: true, stderr: true });
      expect(log.length).toBeGreaterThan(100);
      expect(secretsIn(log.toString())).toEqual([]);
    }
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        expect(secretsIn(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))).toEqual([]);
      } catch (error) {
        // The process has exited since.
        if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      }
    }
  });

  test('invariant 8: the database holds no secret, and the API has one field for it', async () => {
    const { host, nodeId } = lived();
    const dump = JSON.stringify(await databaseContents(host.controlPlane.settings.databaseUrl ?? ''));
    expect(dump).toContain(nodeId);
    expect(secretsIn(dump)).toEqual([]);
    const shown = await host.controlPlane.ask(
      '{ events(filter: { take: 500 }) { nodes { message data } } nodes { overrides { value } effectiveConfig { key value note } status { reason } } apiKeys { name start } executors { name capabilities { clients { image } } } }',
    );
    expect(secretsIn(JSON.stringify(shown))).toEqual([]);
  });

  test('invariant 8: a support bundle has no secret, not even from a log', async () => {
    const { agent, controlPlane } = lived().host;
    const folder = scratchFolder('bundle');
    const [config, log, bundle] = ['agent.toml', 'planted.log', 'bundle.tar.gz'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const planted = Object.values(secrets).filter((_secret, index) => [0, 1, 5].includes(index));
    const settings = `url = "${controlPlane.url}"\ndata_dir = "${agent.dataDir}"\nproxy = "http://u:${secrets['the agent’s RPC password']}@127.0.0.1:1"\n`;
    writeFileSync(config, `${settings}name = "${agent.name}"\napi_key_file = "${join(agent.dataDir, 'api.key')}"\n`);
    writeFileSync(log, `${agent.log}\n${planted.map((secret) => `it went wrong with ${secret}\n`).join('')}`);
    const outcome = await satrapHere(['agent', 'support-bundle', bundle, '--config', config, '--log-file', log]);
    expect(outcome).toMatchObject({ code: 0 });
    expect(statSync(bundle).mode & 0o777).toBe(0o600);
    const text = execFileSync('tar', ['-xzOf', bundle], { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
    for (const part of ['"check": "engine"', '"executorId"', '"ImageID"', 'data_dir = ', 'it went wrong', 'satrap-'])
      expect(text).toContain(part);
    expect(secretsIn(text)).toEqual([]);
  });

  test('invariant 8: other users cannot read the files of agent and control plane', async () => {
    const { host, nodeId } = lived();
    for (const folder of [host.agent.dataDir, host.controlPlane.settings.dataDir]) {
      expect(statSync(folder).mode & 0o077, folder).toBe(0);
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        const path = join(folder, name);
        const { mode } = statSync(path);
        const text = statSync(path).isFile() ? readFileSync(path, 'latin1') : '';
        if (secretsIn(text).length > 0) expect(mode & 0o077, path).toBe(0);
      }
    }
    const { Mountpoint } = await host.docker.getVolume(`satrap-${nodeId}`).inspect();
    const path = join(Mountpoint, 'bitcoin.conf');
    expect(readFileSync(path, 'utf8')).toMatch(/rpcauth=satrap:[0-9a-f]{32}\$[0-9a-f]{64}/);
    expect(secretsIn(readFileSync(path, 'utf8'))).toEqual([]);
    expect(statSync(path)).toMatchObject({ uid: 0, gid: 60833 });
    expect(statSync(path).mode & 0o777).toBe(0o440);
  });
}
