import { mkdtempSync, rmSync } from 'node:fs';
import Docker from 'dockerode';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { TestAgent } from '../harness/agent.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { type PrivateEngine, startPrivateEngine } from '../harness/docker/private-engine.ts';
import { DockerProxy } from '../harness/docker-proxy.ts';
import { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';

let folder: string;
let engine: PrivateEngine;
let proxy: DockerProxy;
let controlPlane: TestControlPlane;
let agent: TestAgent;
let nodes: TestNodes;
let id: string;

beforeAll(async () => {
  folder = mkdtempSync('/var/lib/satrap-e-');
  engine = await startPrivateEngine({ dir: folder, signal: AbortSignal.timeout(10 * 60_000) });
  await copyImages();
  proxy = await DockerProxy.start(engine.socketPath);
  controlPlane = await TestControlPlane.start();
  agent = new TestAgent({
    url: controlPlane.url,
    apiKey: await controlPlane.key('executor'),
    dockerSocket: proxy.socketPath,
    images: inject('clientImages'),
  });
  nodes = new TestNodes(controlPlane, await agent.startAndSync());
  id = (await nodes.create('tried')).id;
  await nodes.untilPhase(id, 'running');
  await nodes.mine(id, 3);
});

afterAll(async () => {
  if (proxy !== undefined) proxy.interference = {};
  await agent?.destroy().catch((error: unknown) => console.error(error));
  await proxy?.stop();
  await engine?.destroy();
  await controlPlane?.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** The private engine has no images; they come from the one that built them. */
async function copyImages(): Promise<void> {
  const from = new Docker({ socketPath: inject('dockerSocket') });
  const to = new Docker({ socketPath: engine.socketPath });
  for (const reference of Object.values(inject('clientImages'))) {
    const stream = await to.loadImage(await from.getImage(reference).get());
    await new Promise((resolve, reject) =>
      to.modem.followProgress(stream, (error) => (error ? reject(error) : resolve(undefined))),
    );
  }
}

const events = async (kind: string) =>
  (await controlPlane.ask('query($kind: String) { events(filter: { kind: $kind }) { nodes { message } } }', { kind }))
    .events.nodes;

describe('faults of the Docker engine', () => {
  test('an engine that is killed and started again: it is told once, and the node comes back with its chain', {
    timeout: 120_000,
  }, async () => {
    await nodes.act(id, 'restart');
    await nodes.untilPhase(id, 'running');
    await engine.kill();
    await until('the loss is told', async () => (await events('executor.engine-lost')).length === 1);
    const seen = (await agent.status()).lastSync.succeededAt ?? '';
    await until('heartbeats go on', async () => ((await agent.status()).lastSync.succeededAt ?? '') > seen);
    await engine.start();
    await until('its return is told', async () => (await events('executor.engine-back')).length === 1);
    await nodes.untilPhase(id, 'running', 60_000);
    expect(await nodes.rpc(id, 'getblockcount')).toBe(3);
    expect(await agent.containers()).toHaveLength(1);
  });

  test('a cut stream of events is taken up again, and what happened meanwhile is seen', async () => {
    const [container] = await agent.containers(id);
    const direct = new Docker({ socketPath: engine.socketPath });
    proxy.cut();
    await direct.getContainer(container?.Id ?? '').remove({ force: true });
    await until('the container is made again', async () => {
      const [now] = await agent.containers(id).catch(() => []);
      return now !== undefined && now.Id !== container?.Id && now.State.Running;
    });
    await nodes.untilPhase(id, 'running');
  });

  test('a call that hangs is given up and repeated, and heartbeats go on meanwhile', { timeout: 120_000 }, async () => {
    let swallowed = 0;
    proxy.interference = {
      before: (call) => (call.endsWith('/archive') && swallowed++ === 0 ? 'swallow' : undefined),
    };
    await nodes.act(id, 'stop');
    await nodes.untilPhase(id, 'stopped');
    await nodes.act(id, 'start');
    await until('the call hangs', () => swallowed === 1);
    const seen = (await agent.status()).lastSync.succeededAt ?? '';
    await until('heartbeats go on', async () => ((await agent.status()).lastSync.succeededAt ?? '') > seen);
    await nodes.untilPhase(id, 'running', 60_000);
    expect(
      (await nodes.events('tried')).some(({ message }) =>
        message.includes('Docker did not write the node’s configuration within 30 s'),
      ),
    ).toBe(true);
    proxy.interference = {};
  });

  test('a container that someone renamed or recreated is found by its labels, and no second one writes beside it', async () => {
    const [container] = await agent.containers(id);
    await agent.docker.getContainer(container?.Id ?? '').rename({ name: `renamed-${id.slice(0, 8)}` });
    await agent.docker.getContainer(container?.Id ?? '').stop({ t: 30 });
    await nodes.untilEvent('tried', 'node.exited');
    await nodes.untilPhase(id, 'running');
    expect(await agent.containers(id)).toHaveLength(1);
  });

  test('invariant 10: when the engine itself stops, a daemon that needs long is waited for', {
    timeout: 120_000,
  }, async () => {
    const [container] = await agent.containers(id);
    const pid = container?.State.Pid ?? 0;
    // Stopped by a signal, the daemon can flush only once it goes on: well after the engine's usual 15 s.
    process.kill(pid, 'SIGSTOP');
    const stopped = engine.stop(90_000);
    const resume = setTimeout(() => process.kill(pid, 'SIGCONT'), 20_000);
    await stopped;
    clearTimeout(resume);
    await engine.start();
    await nodes.untilPhase(id, 'running', 60_000);
    const exits = (await nodes.events('tried')).filter(({ kind }) => kind === 'node.exited');
    expect(exits.at(-1)?.data.exitCode ?? 0).toBe(0);
    expect(await nodes.rpc(id, 'getblockcount')).toBe(3);
  });
});
