import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentStatus } from '../../src/agent/admin-socket/status.ts';
import { TestAgent } from '../harness/agent.ts';
import { FaultyControlPlane } from '../harness/faulty-control-plane.ts';
import { satrap } from '../harness/satrap.ts';
import { until } from '../harness/until.ts';

let controlPlane: FaultyControlPlane;
let agent: TestAgent;

beforeEach(async () => {
  controlPlane = await FaultyControlPlane.start();
  agent = new TestAgent({
    url: controlPlane.url,
    apiKey: controlPlane.apiKey,
    // The commands are the same on a host whose engine is away.
    dockerSocket: '/nonexistent/docker.sock',
    images: {},
    name: 'host-of-the-test',
    flags: { 'log-level': 'info' },
  });
});

afterEach(async () => {
  await agent.stop('SIGKILL');
  await agent.destroy();
  await controlPlane.close();
});

describe('a running agent', () => {
  test('agent status prints a table for people and JSON for scripts', async () => {
    await agent.startAndSync();
    const table = await satrap(['agent', 'status', '--data-dir', agent.dataDir]);
    expect(table.code).toBe(0);
    expect(table.stdout).toMatch(/^host-of-the-test: agent \d+\.\d+\.\d+, up since /);
    expect(table.stdout).toContain(`control plane: ${controlPlane.url}, revision 1\n`);
    expect(table.stdout).toMatch(/^last sync: \d+s ago$/m);
    expect(table.stdout).toMatch(/^queued: \d+ events, 0 samples/m);
    expect(table.stdout).toMatch(/^no nodes$/m);
    const json = await satrap(['agent', 'status', '--json', '--data-dir', agent.dataDir]);
    const status = JSON.parse(json.stdout) as AgentStatus;
    expect(status).toMatchObject({ name: 'host-of-the-test', executorId: 'one', revision: 1, nodes: [], orphans: [] });
  });

  test('agent explain says that a node does not exist', async () => {
    await agent.startAndSync();
    const { code, stderr } = await satrap(['agent', 'explain', 'nobody', '--data-dir', agent.dataDir]);
    expect(stderr).toBe('satrap: no node nobody on this host\n');
    expect(code).toBe(1);
  });

  test('an agent says why its heartbeat fails, in its status and in one line of its log', async () => {
    await controlPlane.close();
    agent.start();
    await until('it has tried twice', async () => {
      const status = await agent.status().catch(() => undefined);
      return status?.lastSync.error;
    });
    const { stdout } = await satrap(['agent', 'status', '--data-dir', agent.dataDir]);
    expect(stdout).toMatch(/^last sync: failing: cannot reach the control plane: .* \(last success: never\)$/m);
    expect(agent.log.match(/heartbeat failed/g)).toHaveLength(1);
  });

  test('an agent ends with 0 at SIGTERM and at SIGINT, and leaves its data directory free', async () => {
    await agent.startAndSync();
    await agent.stop('SIGTERM');
    const child = agent.start();
    await until('it answers', () => agent.status().catch(() => undefined));
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(0);
  });

  test('a second agent on the same data directory is refused', async () => {
    await agent.startAndSync();
    const { code, stderr } = await satrap([
      ...['agent', 'run', '--url', controlPlane.url, '--data-dir', agent.dataDir],
      ...['--api-key-file', join(agent.dataDir, 'api.key'), '--docker-socket', '/nonexistent/docker.sock'],
    ]);
    expect(stderr).toMatch(/another agent uses .*; stop it, or give this one another --data-dir and --name/);
    expect(code).toBe(1);
    expect((await agent.status()).name).toBe('host-of-the-test');
  });

  test('invariant 8: an agent shows its key neither in its log nor on its command line', async () => {
    await agent.startAndSync();
    expect(agent.log).not.toContain(controlPlane.apiKey);
    expect(readFileSync(`/proc/${agent.pid}/cmdline`, 'utf8')).not.toContain(controlPlane.apiKey);
  });
});
