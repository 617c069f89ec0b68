import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Pack } from 'tar-stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { containerChanges } from '../../../../src/agent/docker/engine/container-events.ts';
import { containerLogs, followLogs, lineBefore, unixTime } from '../../../../src/agent/docker/engine/container-logs.ts';
import { statsReader } from '../../../../src/agent/docker/engine/container-stats.ts';
import { publishedPorts, startContainer } from '../../../../src/agent/docker/engine/containers.ts';
import { type CallOptions, EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { engineInfo, engineStartedAt, volumesFolder } from '../../../../src/agent/docker/engine/engine-info.ts';
import {
  followProgress,
  type ProgressEvent,
  pullTracker,
} from '../../../../src/agent/docker/engine/engine-progress.ts';
import { askRegistry, foreignPlatform, imagePin, pullImage } from '../../../../src/agent/docker/engine/images.ts';
import { labels } from '../../../../src/agent/docker/engine/labels.ts';
import { framedLines } from '../../../../src/agent/docker/engine/log-frames.ts';
import { readFile } from '../../../../src/agent/docker/engine/read-file.ts';
import { archiveOf, readDataFormat, writeConfig } from '../../../../src/agent/docker/engine/volume-files.ts';
import {
  createVolume,
  executorVolumes,
  findVolumes,
  removeVolume,
} from '../../../../src/agent/docker/engine/volumes.ts';
import { makeDataVolume } from '../../../../src/agent/docker/make-volume.ts';
import type { PullProgress } from '../../../../src/agent/runtime/runtime.ts';
import { RuntimeError } from '../../../../src/agent/runtime/runtime-error.ts';
import type { Network } from '../../../../src/bitcoin/network.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';
import { until } from '../../../harness/until.ts';

const config = { network: 'regtest' as const, overrides: [] };
const forever = new AbortController().signal;

/** A socket with answers that no real engine gives; removed after the test. */
async function strangeEngine(
  listener: RequestListener,
): Promise<{ client: EngineClient; path: string; server: Server }> {
  const path = join(scratchFolder('engine'), 'docker.sock');
  const server = createServer(listener).listen(path);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { client: new EngineClient(path), path, server };
}

/** Its calls have the usual results, only sooner. */
class HastyClient extends EngineClient {
  override call<T>(what: string, work: (signal: AbortSignal) => Promise<T>, options?: CallOptions): Promise<T> {
    return super.call(what, work, { ...options, timeoutSeconds: 0.1 });
  }
}

const volume = { executorId: 'e', nodeId: 'n', nodeName: 'n', directory: null };

const calls: Record<string, (client: EngineClient) => Promise<unknown>> = {
  findVolumes: (client) => findVolumes(client, 'e', 'n'),
  executorVolumes: (client) => executorVolumes(client, 'e'),
  createVolume: (client) => createVolume(client, volume),
  removeVolume: (client) => removeVolume(client, 'n'),
  imagePin: (client) => imagePin(client, 'example/bitcoin:28.1'),
  askRegistry: (client) => askRegistry(client, 'example/bitcoin:28.1', forever),
  pullImage: (client) => pullImage(client, 'example/bitcoin:28.1', () => {}, forever),
  engineInfo: (client) => engineInfo(client),
  engineStartedAt: (client) => engineStartedAt(client),
  containerChanges: (client) => containerChanges(client, 'e', forever, () => {}).next(),
  'the measurements': (client) => statsReader(client, { id: 'c', pid: 0, startedAt: null }, config)(),
  containerLogs: (client) => containerLogs(client, 'c', 10),
  publishedPorts: (client) => publishedPorts(client),
  startContainer: (client) => startContainer(client, 'c'),
  writeConfig: (client) =>
    writeConfig(client, 'c', { uid: 101, gid: 101 }, '', { begunWith: '28.1', newest: '28.1' }, null),
  readFile: (client) => readFile(client, 'c', '/satrap/satrap-data.json'),
};

test('no call leaves a connection open when the engine hangs', async () => {
  const { path, server } = await strangeEngine(() => {});
  let connections = 0;
  server.on('connection', () => connections++);
  const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  for (const [name, call] of Object.entries(calls)) {
    connections = 0;
    // On a busy machine a call may time out before it has connected.
    await until(`${name} has reached the engine`, async () => {
      await call(new HastyClient(path)).catch(() => {});
      return connections > 0;
    });
    await until(`the connection of ${name} is closed`, async () => (await open()) === 0);
  }
});

test('recognizes its volume by labels, even when the engine’s answer omits them', async () => {
  const found = { Name: 'satrap-n', Labels: { [labels.executor]: 'e', [labels.node]: 'n' }, Mountpoint: '/volumes/n' };
  const { client } = await strangeEngine(({ method }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(method === 'POST' ? { ...found, Labels: null } : { Volumes: [found] }));
  });
  const place = { client, executorId: 'e', settings: { dataRoots: {} } } as Parameters<typeof makeDataVolume>[2];
  const volume = { dataRoot: 'default', directory: null, path: '/volumes/n' };
  expect(await makeDataVolume({ id: 'n', name: 'n' }, 'default', place)).toEqual(volume);
});

type Header = Parameters<Pack['entry']>[0];

/** An engine whose containers have these files, each as an archive from the engine. */
async function engineOfFiles(files: Readonly<Record<string, readonly [Header, (string | Buffer)?]>>) {
  const { client } = await strangeEngine(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://engine').searchParams.get('path') ?? '';
    const file = files[path];
    if (file === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ message: `Could not find the file ${path}` }));
    } else response.writeHead(200, { 'content-type': 'application/x-tar' }).end(await archiveOf([file]));
  });
  return client;
}

test('reads a small file, and nothing of what is missing, too large, or no plain file', async () => {
  const client = await engineOfFiles({
    '/small': [{ name: 'small' }, 'hello'],
    '/large': [{ name: 'large' }, Buffer.alloc(1_000_000)],
    '/link': [{ name: 'link', type: 'symlink', linkname: '/etc/passwd' }],
    '/folder': [{ name: 'folder', type: 'directory' }],
    // Podman’s answer for a link.
    '/followed': [{ name: 'satrap-agent-rpc.json' }, 'credentials'],
  });
  expect((await readFile(client, 'c', '/small'))?.toString()).toBe('hello');
  for (const path of ['/large', '/link', '/folder', '/followed', '/missing'])
    expect(await readFile(client, 'c', path)).toBeNull();
});

test('reads who created the data from the volume, and obfuscation from block files', async () => {
  const client = await engineOfFiles({
    '/satrap/satrap-data.json': [{ name: 'satrap-data.json' }, '{"begunWith":"28.0","newest":"28.1"}\n'],
    '/satrap/node/signet/blocks/xor.dat': [{ name: 'xor.dat' }, Buffer.from('0000000000000001', 'hex')],
    '/satrap/node/blocks/xor.dat': [{ name: 'xor.dat' }, Buffer.alloc(8)],
    // Being written, or cut off by a full disk.
    '/satrap/node/testnet4/blocks/xor.dat': [{ name: 'xor.dat' }, Buffer.alloc(0)],
  });
  const format = (network: Network) => readDataFormat(client, 'c', network);
  expect(await format('mainnet')).toEqual({ begunWith: '28.0', obfuscated: false });
  expect(await format('signet')).toEqual({ begunWith: '28.0', obfuscated: true });
  for (const network of ['testnet4', 'regtest'] as const)
    expect(await format(network)).toEqual({ begunWith: '28.0', obfuscated: null });
});

/** A part of the log as the engine frames it. */
function frame(text: string, stream = 1): Buffer {
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** An engine whose containers have this log, and what it was asked for. */
async function engineOfLog(...log: string[]) {
  const asked: URLSearchParams[] = [];
  const { client } = await strangeEngine((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://engine').searchParams);
    response.end(Buffer.concat(log.map((line) => frame(`${line}\n`))));
  });
  return { client, asked };
}

const lines = [
  '2026-01-01T11:59:00.500000000Z 2026-01-01T11:59:00Z Shutdown: done',
  '2026-01-01T12:00:00.250000000Z 2026-01-01T12:00:00Z Bitcoin Core version v28.1.0',
  '2026-01-01T12:00:00.300000000Z ',
];
const between = Date.parse('2026-01-01T11:59:30Z');
const before = ['2026-01-01T11:59:00Z Shutdown: done'];

test('reads a run’s last lines without engine timestamps or lines of the next run', async () => {
  expect(lines.map((line) => lineBefore(line, between))).toEqual([...before, null, null]);
  expect(lines.map((line) => lineBefore(line, Number.POSITIVE_INFINITY))).not.toContain(null);
  expect(lineBefore('no time', between)).toBeNull();
  const { client, asked } = await engineOfLog(...lines);
  expect(await containerLogs(client, 'c', 80, { before: between })).toEqual(before);
  expect(asked[0]?.get('timestamps')).toBe('true');
  expect(Number(asked[0]?.get('tail'))).toBeGreaterThan(500);
});

test('reads the whole log for the last lines before an old time', async () => {
  const { client, asked } = await engineOfLog('a', 'b', 'c');
  expect(await containerLogs(client, 'c', 2, { since: 1000, until: 2500 })).toEqual(['b', 'c']);
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ since: '1', until: '2.5' });
  expect(asked[0]?.has('tail')).toBe(false);
});

test('lines are put together however the engine and the network cut them', async () => {
  const whole = Buffer.concat([frame('one\ntw'), frame('from stderr\n', 2), frame('o\r\n'), frame('änd')]);
  const stream = async function* (chunks: Buffer[]) {
    yield* chunks;
  };
  for (const chunks of [[whole], [...whole].map((byte) => Buffer.of(byte))])
    expect(await Array.fromAsync(framedLines(stream(chunks)))).toEqual([
      { stream: 1, text: 'one' },
      { stream: 2, text: 'from stderr' },
      { stream: 1, text: 'two' },
      { stream: 1, text: 'änd' },
    ]);
});

test.each([
  ['several lines', 'listening\r\nerror: no key'],
  ['one line of JSON', '{"level":60,"msg":"no key"}'],
])('reads a log of %s also from a container with a terminal, without frames', async (_what, text) => {
  const { client } = await strangeEngine((_request, response) => response.end(`${text}\r\n`));
  expect(await containerLogs(client, 'c', 30)).toEqual(text.split('\r\n'));
});

test('follows a log from the exact nanosecond until the container stops', async () => {
  expect(unixTime('2026-01-01T00:00:00.123456789Z')).toBe('1767225600.123456789');
  expect(unixTime('2026-01-01T00:00:00Z')).toBe('1767225600.0');
  const { client, asked } = await engineOfLog('2026-01-01T00:00:00.000000001Z a line of it');
  const start = { tail: 7, since: '2026-01-01T00:00:00.5Z' };
  expect(await Array.fromAsync(followLogs(client, 'c', start, AbortSignal.timeout(20_000)))).toEqual([
    { time: '2026-01-01T00:00:00.000000001Z', line: 'a line of it' },
  ]);
  const query = { follow: 'true', timestamps: 'true', tail: '7', since: '1767225600.5' };
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject(query);
});

test('following ends when nobody wants it any more, while the container writes nothing', async () => {
  const { client } = await strangeEngine((_request, response) => {
    response.writeHead(200).write(frame('2026-01-01T00:00:00.000000001Z first\n'));
  });
  const end = new AbortController();
  const seen: string[] = [];
  for await (const { line } of followLogs(client, 'c', {}, end.signal)) {
    seen.push(line);
    end.abort();
  }
  expect(seen).toEqual(['first']);
});

/** The output of Docker 20.10 for a pull of four layers, one of them present. The other three have 13,004,428 bytes. */
const recording = readFileSync(join(import.meta.dirname, '../../../fixtures/pull-progress.jsonl'), 'utf8');
const bytes = 13_004_428;

/** A pull from an engine that answers 200 with this body. */
async function pullOf(body: string, onProgress: (progress: PullProgress) => void): Promise<void> {
  const { client } = await strangeEngine((_request, response) => response.end(body));
  await pullImage(client, 'example/bitcoin:28.1', onProgress, forever);
}

describe('a pull', () => {
  const layer = JSON.stringify({ id: 'a', status: 'Downloading', progressDetail: { current: 1, total: 2 } });

  test('that fails after the engine answered 200, or whose listener throws, is no pull', async () => {
    const words = 'write /var/lib/docker/tmp/x: no space left on device';
    const failing = pullOf(`${layer}\r\n${JSON.stringify({ error: words })}\r\n`, () => {});
    await expect(failing).rejects.toThrow(`Docker could not pull example/bitcoin:28.1: ${words}`);
    await expect(failing).rejects.toBeInstanceOf(RuntimeError);
    const full = () => {
      throw new Error('database or disk is full');
    };
    await expect(pullOf(layer, full)).rejects.toThrow('disk is full');
  });

  test('a cancelled pull ends with its reason, an interrupted one fails', async () => {
    const controller = new AbortController();
    const silent = new Readable({ read: () => {} });
    const following = followProgress(silent, { signal: controller.signal, onEvent: () => {} });
    controller.abort(new Error('enough'));
    await expect(following).rejects.toThrow('enough');
    const cut = new Readable({ read: () => {} });
    const breaking = followProgress(cut, { signal: forever, onEvent: () => cut.destroy() });
    cut.push('{"status":"Downloading"}\n');
    await expect(breaking).rejects.toThrow('Premature close');
  });

  test('reports progress that never falls, and ends with all bytes', async () => {
    const reported: PullProgress[] = [];
    await pullOf(recording, (progress) => reported.push(progress));
    const done = reported.map((progress) => progress.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    expect(reported.every((progress) => progress.done <= progress.total)).toBe(true);
    expect(reported.at(-1)).toEqual({ done: bytes, total: bytes });
  });
});

const at = (status: string, current?: number, total?: number): ProgressEvent => ({
  ...{ id: 'a', status },
  progressDetail: { ...(current === undefined ? {} : { current }), ...(total === undefined ? {} : { total }) },
});
const retried = [at('Downloading', 80, 100), at('Retrying in 5 seconds'), at('Downloading', 10, 100)];

test.each<[what: string, events: ProgressEvent[], done: number, total: number]>([
  ['counts nothing for a layer that is here already', [at('Already exists')], 0, 0],
  ['counts nothing for a layer whose size is unknown', [at('Pulling fs layer')], 0, 0],
  ['counts what is downloaded', [at('Downloading', 30, 100)], 30, 100],
  ['counts a layer as fetched while it is unpacked', [at('Downloading', 30, 100), at('Extracting', 5, 100)], 100, 100],
  ['learns a layer’s size from its unpacking', [at('Download complete'), at('Extracting', 5, 50)], 50, 50],
  ['does not fall when a download starts again', retried, 80, 100],
  ['ignores an unpacking in seconds', [at('Downloading', 100, 100), at('Extracting', 3)], 100, 100],
])('the progress of a pull %s', (_what, pull, done, total) => {
  expect(pull.map(pullTracker()).at(-1)).toEqual({ done, total });
});

test('a call whose answer is cut off fails at once, like one to an engine that is down', async () => {
  const { client } = await strangeEngine((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"Id":');
    setImmediate(() => request.socket.end());
  });
  await expect(client.get('inspect a container', '/containers/a/json')).rejects.toMatchObject({ fault: 'unreachable' });
});

test.each([
  ['2', { inactive_file: 38, active_file: 227 }],
  ['1', { total_inactive_file: 38, total_active_file: 227 }],
])('the memory of a daemon excludes droppable file pages on cgroup %s', async (_version, pages) => {
  const mebibytes = (amount: number) => amount * 1024 * 1024;
  const details = Object.fromEntries(Object.entries(pages).map(([name, amount]) => [name, mebibytes(amount)]));
  const { client } = await strangeEngine((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ memory_stats: { usage: mebibytes(311), stats: details } }));
  });
  const read = statsReader(client, { id: 'c', pid: 0, startedAt: null }, config);
  expect((await read()).memoryMiB).toBe(46);
});

describe('volumesFolder', () => {
  const engine = (info: object) =>
    strangeEngine(({ url }, answer) =>
      answer
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(url?.startsWith('/v4.0.0/libpod/') ? { store: { volumePath: '/srv/volumes' } } : info)),
    );
  const folderOf = async (info: object) => {
    const { client } = await engine(info);
    return volumesFolder(client, await engineInfo(client));
  };

  test('is in the data folder of Docker', async () => {
    expect(await folderOf({ DockerRootDir: '/var/lib/docker' })).toBe('/var/lib/docker/volumes');
  });

  test('is the volume_path of Podman', async () => {
    const podman = { DockerRootDir: '/var/lib/containers/storage', BuildahVersion: '1.28.2' };
    expect(await folderOf(podman)).toBe('/srv/volumes');
  });
});

test.each([
  ['arm64', 'amd64', 'the image on this host is for arm64, and the host is amd64'],
  ['amd64', 'amd64', null],
  ['386', 'amd64', null],
  ['', 'amd64', null],
])('foreignPlatform › judges an image for “%s” on %s', async (architecture, host, fault) => {
  const { client } = await strangeEngine(({ url }, answer) =>
    answer
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify(url === '/version' ? { Arch: host } : { Architecture: architecture })),
  );
  expect(await foreignPlatform(client, 'example:1')).toBe(fault);
});
