import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';

let controlPlane: TestControlPlane;
let agent: TestAgent;
let nodes: TestNodes;
/** Every secret in use, by what it is. */
let secrets: Record<string, string>;

beforeAll(async () => {
  controlPlane = await TestControlPlane.start({ postgres: inject('postgresUrl') });
  const apiKey = await controlPlane.key('executor');
  agent = new TestAgent({
    url: controlPlane.url,
    apiKey,
    dockerSocket: inject('dockerSocket'),
    images: inject('clientImages'),
  });
  nodes = new TestNodes(controlPlane, await agent.startAndSync());
  const { id } = await nodes.create('secretive');
  await nodes.untilPhase(id, 'running');
  await nodes.mine(id, 1);
  await nodes.update(id, { overrides: [{ key: 'dbcache', value: '44' }] });
  await nodes.untilPhase(id, 'running');
  // Faults are where secrets like to get into logs.
  await controlPlane.stop();
  await until('a heartbeat failed', async () => (await agent.status()).lastSync.error !== null);
  await controlPlane.serve();
  await until('the agent is back', async () => (await agent.status()).lastSync.error === null);
  const { nodeRpcCredentials } = await controlPlane.ask('{ nodeRpcCredentials { password } }');
  const store = new DatabaseSync(join(agent.dataDir, 'agent.db'), { readOnly: true });
  const memory = JSON.parse(String(store.prepare('SELECT document FROM node_memory').get()?.['document']));
  store.close();
  secrets = {
    'the executor’s API key': apiKey,
    'the administrator’s API key': controlPlane.personalKey,
    'the administrator’s password': controlPlane.made.password,
    'the platform’s RPC password': nodeRpcCredentials.password,
    'the agent’s RPC password': memory.agentRpc.password,
    'the control plane’s secret': readFileSync(join(controlPlane.settings.dataDir, 'secret'), 'utf8'),
  };
});

afterAll(async () => {
  await agent?.destroy();
  await controlPlane?.destroy();
});

/** The names of the secrets that a text holds, also in the encodings that they travel in. */
const heldIn = (text: string, but: string[] = []): string[] =>
  Object.entries(secrets)
    .filter(([name]) => !but.includes(name))
    .filter(([, secret]) =>
      [secret, encodeURIComponent(secret), ...[0, 1, 2].map((shift) => base64Core(secret, shift))].some((form) =>
        text.includes(form),
      ),
    )
    .map(([name]) => name);

/** What stays the same of a secret's Base64 form wherever it stands in the encoded text. */
const base64Core = (secret: string, shift: number): string =>
  Buffer.from(' '.repeat(shift) + secret)
    .toString('base64')
    .slice(4, -4);

describe('invariant 8: secrets stay secret', () => {
  test('the search finds what it looks for', () => {
    const key = secrets['the executor’s API key'] ?? '';
    expect(heldIn(`authorization: Bearer ${key}`)).toEqual(['the executor’s API key']);
    expect(heldIn(Buffer.from(`satrap:${secrets['the platform’s RPC password']}`).toString('base64'))).toEqual([
      'the platform’s RPC password',
    ]);
  });

  test('none is in the logs at trace level', () => {
    expect(agent.log.length).toBeGreaterThan(500);
    expect(heldIn(agent.log)).toEqual([]);
    expect(controlPlane.log.length).toBeGreaterThan(50);
    expect(heldIn(controlPlane.log)).toEqual([]);
  });

  test('none is in the control plane’s database', async () => {
    const client = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    await client.connect();
    const { rows: tables } = await client.query(
      "SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')",
    );
    let dump = '';
    for (const { name } of tables) dump += JSON.stringify((await client.query(`SELECT * FROM ${name}`)).rows);
    await client.end();
    expect(dump).toContain('secretive');
    expect(heldIn(dump)).toEqual([]);
  });

  test('none is in the events, or in what the API shows besides the one field for it', async () => {
    const shown = await controlPlane.ask(
      '{ events(filter: { take: 500 }) { nodes { message data } } nodes { overrides { value } effectiveConfig { key value note } status { reason } } apiKeys { name start } executors { name capabilities { clients { image } } } }',
    );
    expect(heldIn(JSON.stringify(shown))).toEqual([]);
  });

  test('none is in the container’s description, its environment, labels, command line or log', async () => {
    const [container] = await agent.containers();
    expect(heldIn(JSON.stringify(container))).toEqual([]);
    const log = await agent.docker.getContainer(container?.Id ?? '').logs({ stdout: true, stderr: true });
    expect(log.length).toBeGreaterThan(100);
    expect(heldIn(log.toString())).toEqual([]);
  });

  test('none is in any process’s command line', () => {
    const lines = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        } catch {
          // It ended while we looked.
          return '';
        }
      });
    expect(heldIn(lines.join('\n'))).toEqual([]);
  });

  test('what the agent and the control plane keep on disk can be read by nobody else', async () => {
    for (const folder of [agent.dataDir, controlPlane.settings.dataDir]) {
      expect(statSync(folder).mode & 0o077, folder).toBe(0);
      for (const name of readdirSync(folder, { recursive: true }) as string[]) {
        const path = join(folder, name);
        const { mode } = statSync(path);
        const text = statSync(path).isFile() ? readFileSync(path, 'latin1') : '';
        if (heldIn(text).length > 0) expect(mode & 0o077, path).toBe(0);
      }
    }
  });

  test('the node’s configuration file holds salted hashes only, and only the daemon’s user can read it', async () => {
    const id = (await controlPlane.ask('{ nodes { id } }')).nodes[0].id;
    const { Mountpoint } = await agent.docker.getVolume(`satrap-${id}`).inspect();
    const path = join(Mountpoint, 'node/bitcoin.conf');
    expect(readFileSync(path, 'utf8')).toMatch(/rpcauth=satrap:[0-9a-f]{32}\$[0-9a-f]{64}/);
    expect(heldIn(readFileSync(path, 'utf8'))).toEqual([]);
    expect(statSync(path)).toMatchObject({ uid: 101, gid: 101 });
    expect(statSync(path).mode & 0o777).toBe(0o400);
  });

  test('a node’s RPC refuses a wrong password, and lets the agent do no more than it must', async () => {
    const { id, status } = (await controlPlane.ask('{ nodes { id status { endpoint { host rpcPort } } } }')).nodes[0];
    const call = async (user: string, password: string, method: string) => {
      const response = await fetch(`http://${status.endpoint.host}:${status.endpoint.rpcPort}/`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
        body: JSON.stringify({ id: 1, method, params: [] }),
      });
      return response.status;
    };
    expect(id).toBeTruthy();
    expect(await call('satrap', 'wrong', 'getblockcount')).toBe(401);
    expect(await call('satrap', secrets['the platform’s RPC password'] ?? '', 'getblockcount')).toBe(200);
    const agentPassword = secrets['the agent’s RPC password'] ?? '';
    expect(await call('satrap-agent', agentPassword, 'getblockchaininfo')).toBe(200);
    for (const method of ['stop', 'generatetodescriptor', 'getpeerinfo', 'invalidateblock']) {
      expect(await call('satrap-agent', agentPassword, method), method).toBe(403);
    }
  });
});
