import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { withDataReader } from '../../../../src/agent/docker/engine/data-reader.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { objectName } from '../../../../src/agent/docker/engine/labels.ts';
import { createVolume, removeVolume } from '../../../../src/agent/docker/engine/volumes.ts';
import { listAllWallets, strayWalletsOfVolume } from '../../../../src/agent/docker/engine/wallets.ts';
import { defaultDataRoot } from '../../../../src/contract/names.ts';

const client = new EngineClient(inject('dockerSocket'));
const agent = { executorId: randomUUID(), instanceId: randomUUID() };
const image = Object.values(inject('clientImages'))[0] ?? '';

/** Searches a volume for wallets as an agent without root does, which sees nothing of it but through the engine. */
async function searched(prepare: (data: string) => void) {
  const nodeId = randomUUID();
  await createVolume(client, { executorId: agent.executorId, nodeId, nodeName: 'tried', directory: null });
  onTestFinished(() => removeVolume(client, nodeId));
  const { Mountpoint } = await client.docker.getVolume(objectName(nodeId)).inspect();
  const data = join(Mountpoint, 'node');
  mkdirSync(join(data, 'savings'), { recursive: true });
  writeFileSync(join(data, 'savings/wallet.dat'), '');
  prepare(data);
  const place = { nodeId, image, dataRoot: defaultDataRoot };
  const strays = await strayWalletsOfVolume(client, agent, place);
  const listed = await withDataReader(client, agent, place, (reader) => listAllWallets(client, reader));
  return { strays, listed };
}

const stray = '/satrap/node/savings';

describe('a search for wallets through the engine', () => {
  test.each<[string, (data: string) => void]>([
    ['a file in place of the network’s folder', (data) => writeFileSync(join(data, 'regtest'), '')],
    ['a link in place of the network’s folder', (data) => symlinkSync('/etc', join(data, 'regtest'))],
    ['a file in place of the blocks', (data) => writeFileSync(join(data, 'blocks'), '')],
    ['a loop of links in place of the blocks', (data) => symlinkSync('blocks', join(data, 'blocks'))],
    ['a pipe in place of the wallets', (data) => void execFileSync('mkfifo', [join(data, 'wallets')])],
    ['a link in place of the wallets', (data) => symlinkSync('/etc', join(data, 'wallets'))],
  ])('copes with %s', async (_what, prepare) => {
    expect(await searched(prepare)).toEqual({ strays: [stray], listed: [] });
  });

  test('asks for the wallet folder where the engine cannot look at it', async () => {
    const loop = (data: string) => symlinkSync('wallets', join(data, 'wallets'));
    expect(await searched(loop)).toEqual({ strays: [stray], listed: ['/satrap/node/wallets'] });
  });

  test('does not read terabytes of a sparse file', async () => {
    const sparse = (data: string) => {
      mkdirSync(join(data, 'wallets/large'), { recursive: true });
      for (const path of ['wallets/large/wallet.dat', 'large']) {
        writeFileSync(join(data, path), '');
        truncateSync(join(data, path), 15e12);
      }
    };
    expect(await searched(sparse)).toEqual({ strays: ['/satrap/node'], listed: ['/satrap/node/wallets'] });
  });
});
