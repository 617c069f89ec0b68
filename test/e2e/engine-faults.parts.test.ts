import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type PrivateEngine, startPrivateEngine } from '../harness/private-engine.ts';
import { type TestHost, testHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

let engine: PrivateEngine;
let host: TestHost;

beforeAll(async () => {
  await using resources = new AsyncDisposableStack();
  engine = resources.use(await startPrivateEngine());
  host = resources.use(await testHost({ dockerSocket: engine.socketPath }));
  const owned = resources.move();
  return () => owned.disposeAsync();
});
beforeEach(() => host.heal());

const countEvents = async (kind: string): Promise<number> => {
  const query = 'query($kind: String) { events(filter: { kind: $kind, take: 500 }) { nodes { id } } }';
  return (await host.controlPlane.ask(query, { kind })).events.nodes.length;
};

describe('faults of the Docker engine', () => {
  test('the loss of the engine and its return are reported once each, and the node comes back with its chain', {
    timeout: 180_000,
  }, async () => {
    const { id } = await host.runNode('resurrected');
    await host.nodes.mine(id, 3);
    // A killed daemon loses blocks not yet written to disk; a restart writes them.
    await host.nodes.act(id, 'restart');
    await host.nodes.untilPhase(id, 'running');
    const exits = (await host.nodes.events('resurrected', 'node.exited')).length;
    const restarts = await countEvents('executor.engine-restarted');
    const [losses, returns] = [await countEvents('executor.engine-lost'), await countEvents('executor.engine-back')];
    await engine.kill();
    // It takes half a minute, so that a restart does not count as a loss.
    await until('the loss is reported', async () => (await countEvents('executor.engine-lost')) > losses, 90_000);
    await host.agent.untilHeartbeat();
    await engine.start();
    await until('the return is reported', async () => (await countEvents('executor.engine-back')) > returns);
    await host.nodes.untilPhase(id, 'running', 60_000);
    expect(await host.nodes.rpc(id, 'getblockcount')).toBe(3);
    expect(await host.agent.containers(id)).toHaveLength(1);
    expect(await countEvents('executor.engine-lost')).toBe(losses + 1);
    expect(await countEvents('executor.engine-back')).toBe(returns + 1);
    // The engine's restart is one event of the host, and no failure of its nodes.
    expect(await countEvents('executor.engine-restarted')).toBe(restarts + 1);
    expect(await host.nodes.events('resurrected', 'node.exited')).toHaveLength(exits);
  });

  test('the agent opens the stream of events again when it is cut, and notices what happened in between', async () => {
    const { id } = await host.runNode('unnoticed');
    const [container] = await host.agent.containers(id);
    host.engine.cut();
    await host.docker.getContainer(container?.Id ?? '').remove({ force: true });
    await until('there is another container', async () => {
      const [now] = await host.agent.containers(id).catch(() => []);
      return now !== undefined && now.Id !== container?.Id && now.State.Running;
    });
    await host.nodes.untilPhase(id, 'running');
  });

  test('heartbeats go on while a call to the engine hangs, and the call is given up and repeated', {
    timeout: 120_000,
  }, async () => {
    const { id } = await host.runNode('hanging');
    await host.nodes.act(id, 'stop');
    await host.nodes.untilPhase(id, 'stopped');
    let swallowed = 0;
    host.engine.interference = {
      before: (call) => (call.endsWith('/archive') && swallowed++ === 0 ? 'swallow' : undefined),
    };
    await host.nodes.act(id, 'start');
    await until('the call hangs', () => swallowed === 1);
    await host.agent.untilHeartbeat();
    await host.nodes.untilPhase(id, 'running', 60_000);
    const messages = (await host.nodes.events('hanging')).map(({ message }) => message).join('\n');
    expect(messages).toContain('Docker did not write the node’s configuration within 30 s');
  });

  test('invariant 3: a container that someone renamed is found by its labels, and no second one writes beside it', async () => {
    const { id } = await host.runNode('tried');
    const container = host.docker.getContainer(`satrap-${id}`);
    const { Id } = await container.inspect();
    await container.rename({ name: `renamed-${id.slice(0, 8)}` });
    await host.docker.getContainer(Id).stop({ t: 30 });
    await host.nodes.untilEvent('tried', 'node.exited');
    await host.nodes.untilPhase(id, 'running');
    expect(await host.agent.containers(id)).toHaveLength(1);
  });

  test('invariant 10: an engine that stops waits for a daemon that needs long to end', {
    timeout: 120_000,
  }, async () => {
    const { id } = await host.runNode('flushing');
    await host.nodes.mine(id, 3);
    const [container] = await host.agent.containers(id);
    const pid = container?.State.Pid ?? 0;
    // The daemon is suspended and can flush only when it is resumed: well after the engine's default timeout of 15 s.
    process.kill(pid, 'SIGSTOP');
    const resume = setTimeout(() => process.kill(pid, 'SIGCONT'), 20_000);
    await engine.stop(90_000);
    clearTimeout(resume);
    await engine.start();
    await host.nodes.untilPhase(id, 'running', 60_000);
    const exits = await host.nodes.events('flushing', 'node.exited');
    expect(exits.at(-1)?.data.exitCode ?? 0).toBe(0);
    expect(await host.nodes.rpc(id, 'getblockcount')).toBe(3);
  });
});
