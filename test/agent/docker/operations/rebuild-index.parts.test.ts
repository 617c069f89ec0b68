import { expect, inject, test } from 'vitest';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { readFile } from '../../../../src/agent/docker/engine/read-file.ts';
import { archiveOf } from '../../../../src/agent/docker/engine/volume-files.ts';
import type { IndexKey } from '../../../../src/bitcoin/chain-facts.ts';
import { operation } from '../../../fixtures/node.ts';
import { blindClient } from '../../../harness/blind-client.ts';
import { runningNode } from '../../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../../harness/tester-rpc.ts';
import { until } from '../../../harness/until.ts';

const user = { rpcAuth: authOf(tester) };
const rebuildOf = (index: IndexKey, remove = false) =>
  operation('rebuild_index', { index, remove, height: 20 }, { id: `${index}-${remove}` });

test.each([
  ['through its folder', () => new EngineClient(inject('dockerSocket'))],
  ['through the engine', blindClient],
])('a damaged index is rebuilt alone %s', async (_how, connect) => {
  const node = await runningNode({ client: connect(), sampleIntervalSeconds: 1 }, user);
  await callAs(node, tester, 'generatetodescriptor', [20, 'raw(51)']);
  const container = node.client.docker.getContainer(await node.containerId());
  const write = async (name: string, text: string) =>
    container.putArchive(await archiveOf([[{ name: `node/regtest/${name}`, uid: 101, gid: 101 }, text]]), {
      path: '/satrap',
    });
  const read = async (name: string) =>
    (await readFile(node.client, container.id, `/satrap/node/regtest/${name}`))?.toString();
  node.desire({ ...user, desiredState: 'stopped' });
  await node.untilPhase('stopped');
  await write('indexes/txindex/CURRENT', 'garbage');
  await write('blocks/witness', 'stays');
  node.desire(user);
  await node.untilPhase('failing');
  node.desire({ ...user, ...rebuildOf('txindex') });
  await node.untilEvent('node.operation_succeeded');
  expect(node.worker.report().operations).toMatchObject([{ id: 'txindex-false', state: 'succeeded' }]);
  const { result: indexes } = await callAs(node, tester, 'getindexinfo', []);
  expect(indexes).toMatchObject({ txindex: { synced: true, best_block_height: 20 } });
  expect(await read('blocks/witness')).toBe('stays');
  expect(await read('indexes/txindex/CURRENT')).not.toBe('garbage');
  expect(node.events.filter(({ kind }) => kind === 'node.index_removed')).toHaveLength(1);
  expect((await container.inspect()).HostConfig.RestartPolicy?.Name).toBe('always');

  // An index that is off.
  await write('indexes/blockfilter/basic/left', 'of an earlier configuration');
  node.desire({ ...user, ...rebuildOf('blockfilterindex', true) });
  await until('it is removed', () => node.events.filter(({ kind }) => kind === 'node.index_removed').length === 2);
  await node.untilPhase('running');
  expect(await read('indexes/blockfilter/basic/left')).toBeUndefined();
  expect(await callAs(node, tester, 'getblockcount', [])).toMatchObject({ result: 20 });
});
