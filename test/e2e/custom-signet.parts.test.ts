import { expect, test } from 'vitest';
import { satrapHere } from '../harness/satrap-here.ts';
import { sharedHost } from '../harness/test-host.ts';
import { until } from '../harness/until.ts';

const flags = { networks: 'signet', overcommit: 'cpu=50,memory=50,disk=50', 'sample-interval': '3' };
const host = sharedHost({ heartbeatSeconds: 1, agent: { flags } });

/** A node of a custom signet. No test reaches other people's nodes. */
const create = (name: string, challenge: string, more: object = {}) =>
  host.nodes.create(name, {
    ...{
      network: 'signet',
      signet: { challenge, seedNodes: ['127.0.0.1:1'] },
      resources: { memoryMiB: 512, diskGiB: 5 },
    },
    overrides: [{ key: 'connect', value: '0' }],
    ...more,
  });

test('two custom signets on one host are shown as two networks', async () => {
  await until('the host offers its versions', async () => {
    const { nodeOptions } = await host.controlPlane.ask('{ nodeOptions { clients { version } } }');
    return nodeOptions.clients.length > 0;
  });
  const ids = new Map<string, string>();
  for (const challenge of ['51', '52']) ids.set(challenge, (await create(`of-${challenge}`, challenge)).id);
  for (const [challenge, id] of ids) {
    await host.nodes.untilPhase(id, 'syncing', 120_000);
    const [container] = await host.agent.containers(id);
    expect(container?.Config.Cmd).toEqual(
      expect.arrayContaining(['-chain=signet', `-signetchallenge=${challenge}`, '-signetseednode=127.0.0.1:1']),
    );
  }
  const caller = { SATRAP_URL: host.controlPlane.url, SATRAP_API_KEY: host.controlPlane.personalKey };
  const shown = await until('both networks were compared', async () => {
    const { stdout } = await satrapHere('networks list', caller);
    return stdout.includes('signet:51') && stdout.includes('signet:52') && stdout;
  });
  expect(shown.match(/^signet:5[12] +agreed +1 /gm)).toHaveLength(2);
  expect((await satrapHere('nodes list', caller)).stdout).toMatch(/^of-52 +signet:52 /m);
  const copy = { seedFrom: ids.get('51') };
  await expect(create('copy', '52', copy)).rejects.toThrow('of-51 is on signet:51; choose that network');
});
