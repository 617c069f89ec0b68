import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GenericContainer, Wait } from 'testcontainers';
import { beforeEach, expect, inject, test } from 'vitest';
import { changedNodes } from '../harness/api-proxy.ts';
import { sharedHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const missingImage = 'satrap.invalid/nothing:27.0';

const host = sharedHost({ heartbeatSeconds: 2, agent: { images: { '27.0': missingImage } } });
/** A node that fails in one way after the other. */
let id: string;

beforeEach(() => host.heal());

test('a node without its image shows the registry’s answer, and runs another version', async () => {
  // No registry has this image. The host offers the version while the image is present; then the operator removes it.
  await host.docker.getImage(inject('clientImages')['28.0'] ?? '').tag({ repo: 'satrap.invalid/nothing', tag: '27.0' });
  await until('the version is offered', async () => {
    const { executors } = await host.controlPlane.ask('{ executors { capabilities { clients { version } } } }');
    return executors[0].capabilities.clients.some(({ version }: { version: string }) => version === '27.0');
  });
  await host.docker.getImage(missingImage).remove();
  ({ id } = await host.nodes.create('tried', { clientVersion: '27.0', revertFailedChange: false }));
  const failing = await host.nodes.untilPhase(id, 'failing');
  expect(failing.status.reason).toContain(`pull ${missingImage}`);
  await host.nodes.update(id, { clientVersion: '28.1' });
  await host.nodes.untilPhase(id, 'running');
});

test('a misconfigured node fails with the daemon’s message; a valid change fixes it', async () => {
  const hash = await host.nodes.mine(id, 2);
  // Valid for bitcoind, and unknown to an older stand-in.
  const overrides = [
    { key: 'onlynet', value: 'cjdns' },
    { key: 'cjdnsreachable', value: '1' },
  ];
  await host.nodes.update(id, { overrides });
  const failing = await host.nodes.untilPhase(id, 'failing');
  expect(failing.status.reason).toMatch(/exited with code 1.*Unknown network specified in -onlynet/s);
  const exited = await host.nodes.untilEvent('tried', 'node.exited');
  expect(exited.data).toMatchObject({
    exitCode: 1,
    outOfMemory: false,
    lastWords: expect.stringContaining('-onlynet'),
  });
  await host.nodes.update(id, { overrides: [] });
  const running = await host.nodes.untilPhase(id, 'running');
  expect(running.status.reason).toBeNull();
  expect(await host.nodes.rpc(id, 'getbestblockhash')).toBe(hash);
});

test('invariant 7: the agent refuses a protected key that the control plane accepted', async () => {
  const before = await host.nodes.get(id);
  const overrides = [{ key: 'rpcbind', value: '0.0.0.0' }];
  host.api.break(changedNodes((nodes) => nodes?.map((node) => ({ ...node, overrides }))));
  await host.nodes.update(id, { overrides: [{ key: 'dbcache', value: '64' }] });
  const checked = await until('the reason is reported', async () => {
    const node = await host.nodes.get(id);
    return node?.status.reason?.includes('managed by the platform') && node;
  });
  expect(checked.status.phase).toBe('running');
  expect((await host.agent.containers(id))[0]?.Id).toBe(before?.status.containerId);
  host.api.heal();
  await host.nodes.update(id, { overrides: [] });
  await host.nodes.untilPhase(id, 'running');
  expect((await host.agent.containers(id))[0]?.Id).toBe(before?.status.containerId);
});

test('invariant 10: heartbeats continue during a long stop, and a start follows it', async () => {
  const container = host.docker.getContainer(`satrap-${id}`);
  // A paused daemon takes as long as the test needs to exit.
  await container.pause();
  host.engine.interference = { before: (call) => (call.endsWith('/unpause') ? 'swallow' : undefined) };
  await host.nodes.act(id, 'stop');
  await until('the stop is under way', async () => host.engine.calls.at(-1)?.endsWith('/unpause'));
  await host.agent.untilHeartbeat();
  await host.nodes.act(id, 'start');
  host.engine.interference = {};
  await host.agent.stop('SIGKILL');
  await host.agent.startAndSync();
  await host.nodes.untilPhase(id, 'running');
  expect((await container.inspect()).State).toMatchObject({ Running: true, Paused: false });
});

test('an out-of-memory exit names the limit, and the daemon restarts with its chain', async () => {
  const hash = await host.nodes.rpc(id, 'getbestblockhash');
  const former = (await host.nodes.events('tried', 'node.exited')).length;
  const container = host.docker.getContainer(`satrap-${id}`);
  const limit = (mebibytes: number) => {
    const Memory = mebibytes * 1024 * 1024;
    // The engine refuses a limit below the current usage.
    return container.update({ Memory, MemorySwap: Memory }).catch(() => undefined);
  };
  const exited = await until(
    'the daemon has exited',
    async () => {
      // The engine hangs up where the daemon exits meanwhile.
      const stats = await container.stats({ stream: false, 'one-shot': true }).catch(() => undefined);
      const usage = stats?.memory_stats?.usage;
      if (usage !== undefined) await limit(Math.ceil(usage / 1024 / 1024 + 6));
      await host.nodes.rpc(id, 'echo', ['x'.repeat(12 * 1024 * 1024)]).catch(() => undefined);
      return (await host.nodes.events('tried', 'node.exited'))[former];
    },
    120_000,
  );
  // The engine also refuses it between two runs.
  await until('its limit is restored', async () => {
    await limit(512);
    return (await container.inspect()).HostConfig.Memory === 512 * 1024 * 1024;
  });
  expect(exited).toMatchObject({ data: { exitCode: 137, outOfMemory: true } });
  expect(exited.message).toContain('because it reached its memory limit (give the node more memory)');
  // The event may come before the phase of the exit.
  await until('the daemon answers', () => host.nodes.rpc(id, 'getbestblockhash').catch(() => undefined), 60_000);
  await host.nodes.untilPhase(id, 'running');
  expect(await host.nodes.rpc(id, 'getbestblockhash')).toBe(hash);
});

test('invariant 3: a node waits while a foreign container uses its volume', async () => {
  await host.nodes.actFully(id, 'stop');
  const other = await new GenericContainer(inject('clientImages')['28.1'] ?? '')
    .withName(`stranger-${id}`)
    .withUser('101:101')
    .withCommand(['bitcoind', '-chain=regtest', '-datadir=/tmp', '-listen=0', '-server=0', '-printtoconsole'])
    .withBindMounts([{ source: `satrap-${id}`, target: '/data' }])
    .withWaitStrategy(Wait.forLogMessage('Done loading'))
    .start();
  try {
    await host.nodes.act(id, 'start');
    const failing = await host.nodes.untilPhase(id, 'failing');
    expect(failing.status.reason).toContain(`stranger-${id} uses this node’s volume`);
    expect((await host.docker.getContainer(other.getId()).inspect()).State.Running).toBe(true);
  } finally {
    await other.stop();
  }
  await host.nodes.untilPhase(id, 'running');
});

test('invariant 2: replaces a removed volume only when its owner requests a restart', async () => {
  await host.agent.stop();
  await host.docker.getContainer(`satrap-${id}`).remove({ force: true });
  await host.docker.getVolume(`satrap-${id}`).remove();
  await host.agent.startAndSync();
  const failing = await host.nodes.untilPhase(id, 'failing');
  expect(failing.status.reason).toContain('the node’s volume and chain data were removed by someone else');
  expect(await host.agent.volumes()).not.toContain(`satrap-${id}`);
  await host.nodes.actFully(id, 'restart');
  expect(await host.agent.volumes()).toContain(`satrap-${id}`);
});

test('invariant 2: recognises damaged chain state, and reindexes on request only', async () => {
  await host.nodes.mine(id, 5);
  await host.nodes.actFully(id, 'stop');
  await damage(id);
  await host.nodes.act(id, 'start');
  const failing = await host.nodes.untilPhase(id, 'failing');
  expect(failing.status.reason).toContain('The data may be intact');
  const [container] = await host.agent.containers(id);
  expect(container?.Args.join(' ')).not.toContain('reindex');
  await expect(host.nodes.update(id, { overrides: [{ key: 'reindex', value: '1' }] })).rejects.toThrow(
    'free disk space',
  );
  await host.nodes.act(id, 'restart');
  await host.nodes.untilPhase(id, 'failing');
});

/** Overwrites part of the block index, like a failing disk. */
async function damage(nodeId: string): Promise<void> {
  const { Mountpoint } = await host.docker.getVolume(`satrap-${nodeId}`).inspect();
  const index = join(Mountpoint, 'node/regtest/blocks/index');
  for (const name of readdirSync(index).filter((file) => /^MANIFEST|[.](ldb|log)$/.test(file)))
    writeFileSync(join(index, name), Buffer.alloc(4096, 0x5a));
}
