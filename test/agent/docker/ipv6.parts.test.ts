import { randomInt } from 'node:crypto';
import { connect } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { startPrivateEngine } from '../../harness/private-engine.ts';
import { runningNode, type TestNode } from '../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../harness/tester-rpc.ts';
import { until } from '../../harness/until.ts';

const bindAddress = '::1';

/** Expects that both published ports lead to the daemon. The engine's proxy would accept a connection in any case. */
async function expectReached(node: TestNode): Promise<void> {
  const { endpoint } = node.worker.report();
  const peers = async () => (await callAs(node, tester, 'getconnectioncount')).result;
  expect([endpoint?.host, await peers()]).toEqual([bindAddress, 0]);
  const socket = connect({ host: bindAddress, port: endpoint?.p2pPort ?? 0 });
  onTestFinished(() => {
    socket.destroy();
  });
  await until('the daemon has the connection', async () => (await peers()) === 1);
}

test('reaches a node at IPv6 addresses where containers have only IPv4', async () => {
  const client = new EngineClient(inject('dockerSocket'));
  await expectReached(await runningNode({ client, bindAddress }, { rpcAuth: authOf(tester) }));
});

test('reaches a node at IPv6 addresses where containers also have IPv6', async () => {
  // Of its own: another bridge with the same network, such as one left by a test that was killed, would get its packets.
  const prefix = `fd5a:7a90:${randomInt(0x1000, 0x10000).toString(16)}:`;
  const engine = await startPrivateEngine({ args: ['--ipv6', '--fixed-cidr-v6', `${prefix}:/64`] });
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const client = new EngineClient(engine.socketPath);
  const node = await runningNode({ client, bindAddress }, { rpcAuth: authOf(tester) });
  const { NetworkSettings } = await client.docker.getContainer(await node.containerId()).inspect();
  expect(NetworkSettings.Networks['bridge']?.GlobalIPv6Address).toContain(prefix);
  await expectReached(node);
}, 120_000);
