import { type Pack, pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { readFile } from '../../../../src/agent/docker/engine/read-file.ts';
import { readDataFormat } from '../../../../src/agent/docker/engine/volume-files.ts';
import { strangeEngine } from './strange-engine.ts';

/** An engine whose containers have these files, each as an archive from the engine. */
async function engineWith(files: Readonly<Record<string, (archive: Pack) => void>>): Promise<EngineClient> {
  const { socketPath } = await strangeEngine(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://engine').searchParams.get('path') ?? '';
    const add = files[path];
    if (add === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: `Could not find the file ${path}` }));
      return;
    }
    const archive = pack();
    add(archive);
    archive.finalize();
    response.writeHead(200, { 'content-type': 'application/x-tar' });
    response.end(Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>)));
  });
  return new EngineClient(socketPath);
}

test('reads a small file, and nothing of what is missing, too large, or no plain file', async () => {
  const client = await engineWith({
    '/small': (archive) => archive.entry({ name: 'small' }, 'hello'),
    '/large': (archive) => archive.entry({ name: 'large' }, Buffer.alloc(1_000_000)),
    '/link': (archive) => archive.entry({ name: 'link', type: 'symlink', linkname: '/etc/passwd' }),
    '/folder': (archive) => archive.entry({ name: 'folder', type: 'directory' }),
  });
  expect((await readFile(client, 'c', '/small'))?.toString()).toBe('hello');
  for (const path of ['/large', '/link', '/folder', '/missing']) expect(await readFile(client, 'c', path)).toBeNull();
});

test('reads off the volume who began the data, and off the block files whether they are obfuscated', async () => {
  const client = await engineWith({
    '/satrap/satrap-data.json': (archive) =>
      archive.entry({ name: 'satrap-data.json' }, '{"begunWith":"28.0","newest":"28.1"}\n'),
    '/satrap/node/signet/blocks/xor.dat': (archive) =>
      archive.entry({ name: 'xor.dat' }, Buffer.from('0000000000000001', 'hex')),
    '/satrap/node/blocks/xor.dat': (archive) => archive.entry({ name: 'xor.dat' }, Buffer.alloc(8)),
  });
  const format = (network: 'mainnet' | 'signet' | 'regtest') => readDataFormat(client, 'c', network);
  expect(await format('mainnet')).toEqual({ begunWith: '28.0', obfuscated: false });
  expect(await format('signet')).toEqual({ begunWith: '28.0', obfuscated: true });
  expect(await format('regtest')).toEqual({ begunWith: '28.0', obfuscated: null });
});
