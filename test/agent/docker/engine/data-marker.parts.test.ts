import { pack } from 'tar-stream';
import { expect, onTestFinished, test } from 'vitest';
import {
  markerAfter,
  parseMarker,
  readDataFormat,
  readDataMarker,
} from '../../../../src/agent/docker/engine/data-marker.ts';
import { writeConfig } from '../../../../src/agent/docker/engine/write-config.ts';
import { nodeOnEngine } from './node-on-engine.ts';

const { client, container, createDaemon } = nodeOnEngine();

test('what opened a data directory stays with the data when the container is made again, and block files tell more', async () => {
  const first = await createDaemon();
  expect(await readDataMarker(client, first)).toBeNull();
  await writeConfig(
    client,
    first,
    '101:101',
    'server=1\n',
    markerAfter(null, { clientVersion: '28.0', nodeType: 'full' }),
    null,
  );
  await container.remove({ force: true });
  const second = await createDaemon();
  onTestFinished(() => container.remove({ force: true, v: true }));
  expect(await readDataMarker(client, second)).toEqual({ begunWith: '28.0', newest: '28.0', nodeType: 'full' });
  expect(await readDataFormat(client, second, 'regtest')).toEqual({ begunWith: '28.0', obfuscated: null });
  for (const [key, obfuscated] of [
    [Buffer.from('0102030405060708', 'hex'), true],
    [Buffer.alloc(8), false],
    // Being written, or cut off by a full disk.
    [Buffer.alloc(0), null],
  ] as const) {
    const archive = pack();
    archive.entry({ name: 'node/regtest/blocks/xor.dat' }, key);
    archive.finalize();
    const bytes = Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>));
    await container.putArchive(bytes, { path: '/satrap' });
    expect(await readDataFormat(client, second, 'regtest')).toEqual({ begunWith: '28.0', obfuscated });
  }
});

test('the marker keeps the first version and the newest', () => {
  const earlier = { begunWith: '27.0', newest: '28.1' };
  const opened = (clientVersion: string) => markerAfter(earlier, { clientVersion, nodeType: 'pruned' });
  expect(opened('28.0')).toEqual({ begunWith: '27.0', newest: '28.1', nodeType: 'pruned' });
  expect(opened('30.0')).toEqual({ begunWith: '27.0', newest: '30.0', nodeType: 'pruned' });
});

test.each(['', '{', 'null', '{"begunWith":7}'])('%j is no marker', (text) => {
  expect(parseMarker(text)).toBeNull();
});
