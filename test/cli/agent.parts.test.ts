import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { objectName } from '../../src/agent/docker/engine/labels.ts';
import { desired } from '../fixtures/node.ts';
import { TestAgent } from '../harness/agent.ts';
import { builtProgram } from '../harness/built-program.ts';
import { DockerProxy } from '../harness/docker-proxy.ts';
import { FaultyControlPlane } from '../harness/faulty-control-plane.ts';
import { satrap } from '../harness/satrap.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { shared } from '../harness/shared-part.ts';
import { until } from '../harness/until.ts';

const controlPlane = shared(FaultyControlPlane.start, (started) => started.close());
const engine = shared(
  () => DockerProxy.start(inject('dockerSocket')),
  (proxy) => proxy.stop(),
);
let agent: TestAgent;

beforeAll(async () => {
  controlPlane.answer = { ...controlPlane.answer, executorId: randomUUID() };
  agent = new TestAgent({
    ...{ url: controlPlane.url, apiKey: controlPlane.apiKey, dockerSocket: engine.socketPath },
    ...{ images: inject('clientImages'), name: 'host-of-the-test', flags: { 'log-level': 'info' } },
    program: (await builtProgram('host')).agent,
  });
  await agent.startAndSync();
});
afterAll(() => {
  engine.interference = {};
  return agent?.destroy();
});

const ask = (words: string) => satrapHere(`agent ${words} --data-dir ${agent.dataDir}`);

test('agent status prints a table or JSON; agent explain names a missing node', async () => {
  expect((await ask('status')).stdout).toContain(`control plane: ${controlPlane.url}, revision 1\n`);
  expect(JSON.parse((await ask('status --json')).stdout)).toMatchObject({
    ...{ name: 'host-of-the-test', executorId: controlPlane.answer.executorId, revision: 1, nodes: [], orphans: [] },
  });
  expect(await ask('explain nobody')).toMatchObject({ code: 1, stderr: 'error: no node nobody on this host\n' });
});

test('invariant 8: an agent shows its key neither in its log nor on its command line', () => {
  expect(agent.log).not.toContain(controlPlane.apiKey);
  expect(readFileSync(`/proc/${agent.pid}/cmdline`, 'utf8')).not.toContain(controlPlane.apiKey);
});

test('a second agent on the same data directory is refused', async () => {
  const { code, stderr } = await satrap([
    ...['agent', 'run', '--config', '/dev/null', '--url', controlPlane.url, '--data-dir', agent.dataDir],
    ...['--api-key-file', join(agent.dataDir, 'api.key'), '--docker-socket', '/nonexistent/docker.sock'],
  ]);
  expect(stderr).toMatch(/another agent uses .*; stop it, or give this one another --data-dir and --name/);
  expect(code).toBe(1);
  expect((await agent.status()).name).toBe('host-of-the-test');
});

test('an agent says why its heartbeat fails, in its status and in one line of its log', async () => {
  const failures = () => agent.log.match(/heartbeat failed/g) ?? [];
  const before = failures().length;
  await controlPlane.close();
  await until('it has tried', async () => (await agent.status()).lastSync.error);
  expect((await ask('status')).stdout).toMatch(
    /^last sync: failing: cannot reach the control plane: .* \(last success: \d+s ago\)$/m,
  );
  expect(failures()).toHaveLength(before + 1);
  await controlPlane.listen();
  await agent.untilHeartbeat();
});

test('SIGTERM during a stop ends the agent at once with 0, and its node keeps running', async () => {
  const id = randomUUID();
  const node = { ...desired({ id, name: 'slow' }), overrides: [] };
  controlPlane.answer = { ...controlPlane.answer, revision: 2, nodes: [node] };
  await until('the node runs', async () => (await agent.status()).nodes[0]?.phase === 'running');
  // The engine waits for the daemon for up to ten minutes.
  engine.interference = {
    before: (call) => (call.endsWith('/stop') || call.endsWith('/kill') ? 'swallow' : undefined),
  };
  controlPlane.answer = { ...controlPlane.answer, revision: 3, nodes: [{ ...node, desiredState: 'stopped' }] };
  await until('the stop has begun', () => engine.calls.some((call) => call.endsWith('/stop')));
  expect(await agent.stop('SIGTERM')).toBe(0);
  expect(agent.log).toContain('stopped agent; nodes keep running');
  expect((await agent.docker.getContainer(objectName(id)).inspect()).State.Running).toBe(true);
});

test('an agent ends with 0 at SIGINT too, and finds its data directory free', async () => {
  agent.start();
  await until('it answers', () => agent.status().catch(() => undefined));
  expect(await agent.stop('SIGINT')).toBe(0);
});
