import { beforeAll, expect, test } from 'vitest';
import { adaptedStandIn, buildAdaptedStandIn } from '../harness/adapted-stand-in.ts';
import { freePort } from '../harness/free-port.ts';
import { nodeOf } from '../harness/nodes.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { sharedHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

beforeAll(() => buildAdaptedStandIn());
const metricsPort = await freePort();
const host = sharedHost({
  heartbeatSeconds: 1,
  agent: {
    images: { '28.1': adaptedStandIn },
    flags: {
      ...{ networks: 'mainnet,testnet4', overcommit: 'cpu=50,memory=50,disk=50', 'sample-interval': '3' },
      'metrics-port': String(metricsPort),
    },
  },
});

test('a host with testnet4 enabled offers it and runs a node with its defaults', async () => {
  const { nodeOptions } = await host.controlPlane.ask(
    '{ nodeOptions { networks defaults { network nodeType resources { cpuCores memoryMiB diskGiB } } } }',
  );
  const resources = { cpuCores: 1, memoryMiB: 2048, diskGiB: 100 };
  expect(nodeOptions.networks).toEqual(expect.arrayContaining(['mainnet', 'testnet4']));
  expect(nodeOptions.defaults).toContainEqual({ network: 'testnet4', nodeType: 'full', resources });

  // No test reaches other people's nodes.
  const overrides = [{ key: 'connect', value: '0' }];
  const { id } = await host.nodes.create('four', {
    ...{ network: 'testnet4', resources: undefined, clientVersion: '28.1', overrides },
  });
  const { status } = await host.nodes.untilPhase(id, 'syncing', 120_000);
  expect(status.endpoint).toMatchObject({ host: '127.0.0.1' });
  const [container] = await host.agent.containers(id);
  expect(container?.Config.Cmd).toEqual(
    expect.arrayContaining(['-chain=testnet4', '-rpcport=48332', '-bind=0.0.0.0:48333']),
  );
  expect(container?.HostConfig).toMatchObject({ NanoCpus: 1e9, Memory: 2048 * 1024 * 1024 });
  const sampled = await until('it reports a sample', async () => {
    const node = await nodeOf(host.controlPlane, id, 'network resources { diskGiB } metrics { height }');
    return node?.metrics != null && node;
  });
  expect(sampled).toEqual({ network: 'testnet4', resources: { diskGiB: 100 }, metrics: { height: 0 } });

  const caller = { SATRAP_URL: host.controlPlane.url, SATRAP_API_KEY: host.controlPlane.personalKey };
  expect((await satrapHere('nodes list', caller)).stdout).toMatch(/four .*testnet4 /);
  await until('its network was compared', async () =>
    /testnet4 +agreed +1 /.test((await satrapHere('networks list', caller)).stdout),
  );
  expect((await satrapHere('networks show testnet4', caller)).stdout).toContain('testnet4: agreed, no split');
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain('satrap_node_height{node="four",network="testnet4"} 0');
});
