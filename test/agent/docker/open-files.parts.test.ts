import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { containerLogs } from '../../../src/agent/docker/engine/container-logs.ts';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { runningNode, type TestNode } from '../../harness/test-node.ts';
import { until } from '../../harness/until.ts';

/** Of the daemon itself, as its kernel enforces it. */
async function limitOf(node: TestNode): Promise<string | undefined> {
  const { State } = await node.client.docker.getContainer(await node.containerId()).inspect();
  return /^Max open files\s+(\S+\s+\S+)/m.exec(readFileSync(`/proc/${State.Pid}/limits`, 'utf8'))?.[1];
}

test('a daemon gets the open files that its maxconnections need', async () => {
  const node = await runningNode();
  expect(await limitOf(node)).toMatch(/^4096\s+4096$/);
  node.desire({ revision: 2, overrides: [{ key: 'maxconnections', value: '5000' }] });
  await node.untilEvent('node.container_removed');
  await node.untilPhase('running');
  expect(await limitOf(node)).toMatch(/^6184\s+6184$/);
});

test('a daemon with few open files reports the maxconnections that it took', async () => {
  const client = new EngineClient(inject('dockerSocket'));
  const create = client.docker.createContainer.bind(client.docker);
  // As an engine that gives containers few of them.
  client.docker.createContainer = (options) =>
    create({ ...options, HostConfig: { ...options.HostConfig, Ulimits: [{ Name: 'nofile', Soft: 300, Hard: 300 }] } });
  const node = await runningNode({ client }, { overrides: [{ key: 'maxconnections', value: '250' }] });
  const taken = await until('it is read', () => node.worker.report().loweredConnections ?? false);
  const log = await containerLogs(client, await node.containerId(), 100_000);
  expect(log.join('\n')).toContain(`Reducing -maxconnections from 250 to ${taken}, because of system limitations.`);
});
