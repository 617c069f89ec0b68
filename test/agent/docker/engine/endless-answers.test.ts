import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { expect, onTestFinished, test } from 'vitest';
import { containerChanges } from '../../../../src/agent/docker/engine/container-events.ts';
import {
  containerLogs,
  containerOutput,
  firstLines,
  followLogs,
} from '../../../../src/agent/docker/engine/container-logs.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { framedLines, maxLineBytes } from '../../../../src/agent/docker/engine/log-frames.ts';
import { setFileAside } from '../../../../src/agent/docker/engine/node-files.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';
import { until } from '../../../harness/until.ts';

// Invariant 18: whatever a container writes is bounded on its way through the engine.

const mebibyte = 1024 * 1024;
const never = new AbortController().signal;

async function engineThat(listener: RequestListener): Promise<EngineClient> {
  const path = join(scratchFolder('endless'), 'docker.sock');
  const server = createServer(listener).listen(path);
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return new EngineClient(path);
}

/** Writes a piece again and again, for as long as the other side reads. */
function flood(response: ServerResponse, piece: Buffer): void {
  const write = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', write);
  write();
}

function frame(content: Buffer | string, stream = 1): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

const textsOf = async (...chunks: Buffer[]) => (await Array.fromAsync(framedLines(chunks))).map(({ text }) => text);
const cutLine = `${'x'.repeat(maxLineBytes)}…`;

test('framedLines › cuts a line at 64 KiB', async () => {
  const piece = frame('x'.repeat(16 * 1024));
  expect(await textsOf(...Array<Buffer>(64).fill(piece), frame('tail\nnext\n'))).toEqual([cutLine, 'next']);
});

test('framedLines › cuts the line of one frame of 30 MiB', async () => {
  const whole = frame(Buffer.alloc(30 * mebibyte, 'x'));
  const chunks = Array.from({ length: 480 }, (_, index) => whole.subarray(index * 65_536, (index + 1) * 65_536));
  expect(await textsOf(...chunks, whole.subarray(480 * 65_536), frame('\nnext\n'))).toEqual([cutLine, 'next']);
});

test('framedLines › keeps a line of exactly 64 KiB', async () => {
  expect(await textsOf(frame(`${'x'.repeat(maxLineBytes)}\n`))).toEqual(['x'.repeat(maxLineBytes)]);
});

test('framedLines › reads 64 MiB of one line in linear time', async () => {
  const before = process.cpuUsage();
  await textsOf(...Array<Buffer>(64 * 64).fill(frame('x'.repeat(16 * 1024))));
  const { user, system } = process.cpuUsage(before);
  // By copying what it has with each frame, it would take minutes of processor time.
  expect((user + system) / 1e6).toBeLessThan(5);
});

test('framedLines › takes a log without a line break as fast as it comes', async () => {
  const client = await engineThat((_request, response) => flood(response, frame(Buffer.alloc(16 * 1024, 'x'))));
  const log = await client.open('/containers/c/logs?', {}, never);
  const before = process.memoryUsage().arrayBuffers;
  const read = { bytes: 0, atTurn: 0, mostInTurn: 0, mostKept: 0 };
  const look = () => {
    read.mostInTurn = Math.max(read.mostInTurn, read.bytes - read.atTurn);
    read.mostKept = Math.max(read.mostKept, process.memoryUsage().arrayBuffers - before);
    read.atTurn = read.bytes;
    if (!log.destroyed) setImmediate(look);
  };
  look();
  async function* pieces() {
    for await (const chunk of log as AsyncIterable<Buffer>) {
      read.bytes += chunk.length;
      yield chunk;
      if (read.bytes > 256 * mebibyte) return;
    }
  }
  const lines = await Array.fromAsync(framedLines(pieces()));
  expect(lines.map(({ text }) => text)).toEqual([cutLine]);
  // At 100 MB/s, 10 ms.
  expect(read.mostInTurn).toBeLessThan(mebibyte);
  expect(read.mostKept).toBeLessThan(128 * mebibyte);
});

test('containerLogs › returns the last lines of a log without a line break', async () => {
  const client = await engineThat((_request, response) => {
    for (let index = 0; index < 2000; index++) response.write(frame('x'.repeat(16 * 1024)));
    response.end(frame('\nlast\n'));
  });
  expect(await containerLogs(client, 'c', 2000)).toEqual([cutLine, 'last']);
});

test('containerLogs › keeps one MiB of longer lines', async () => {
  const client = await engineThat((_request, response) => {
    for (let index = 0; index < 500; index++) response.write(frame(`${index} ${'x'.repeat(10_000)}\n`));
    response.end();
  });
  const lines = await containerLogs(client, 'c', 2000);
  expect(lines).toHaveLength(104);
  expect(lines.at(-1)).toMatch(/^499 /);
});

test('containerLogs › gives up a log that does not end', async () => {
  const client = await engineThat((_request, response) => flood(response, frame(`${'x'.repeat(16 * 1024)}\n`)));
  await expect(containerLogs(client, 'c', 10)).rejects.toThrow('exceeds 64 MiB');
});

test('containerLogs › reads four logs of all containers at once', async () => {
  const opened: ServerResponse[] = [];
  const client = await engineThat((_request, response) => {
    opened.push(response);
    response.write(frame('first\n'));
  });
  const texts = Array.from({ length: 20 }, (_, index) => containerLogs(client, `c${index}`, 10));
  for (let ended = 0; ended < 20; ended++) {
    await until('a log is read', () => opened.length > ended);
    expect(opened.length - ended).toBeLessThanOrEqual(4);
    opened[ended]?.end(frame('last\n'));
    await texts[ended];
  }
  expect(await Promise.all(texts)).toEqual(Array(20).fill(['first', 'last']));
});

test('setFileAside › keeps one file of all nodes in memory', async () => {
  const copying = { now: 0, most: 0 };
  const client = await engineThat((request, response) => {
    if (request.method === 'PUT') {
      request.resume().once('end', () => {
        copying.now--;
        response.end();
      });
      return;
    }
    if (request.method === 'HEAD') {
      // A folder, as Go counts its mode.
      const stat = Buffer.from(JSON.stringify({ mode: 2 ** 31 + 0o700 })).toString('base64');
      response.writeHead(200, { 'x-docker-container-path-stat': stat }).end();
      return;
    }
    copying.most = Math.max(copying.most, ++copying.now);
    const archive = pack();
    archive.entry({ name: 'peers.dat' }, 'damaged');
    archive.finalize();
    void pipeline(Readable.from(archive), response);
  });
  const user = { uid: 101, gid: 101 };
  const asides = ['a', 'b', 'c', 'd'].map((containerId) =>
    setFileAside({ client, containerId, user, path: undefined }, 'regtest/peers.dat', '.damaged'),
  );
  expect(await Promise.all(asides)).toEqual([true, true, true, true]);
  expect(copying).toEqual({ now: 0, most: 1 });
});

test('followLogs › makes the engine wait beyond 4 MiB/s', async () => {
  const piece = frame(`2026-01-01T00:00:00.000000000Z ${'x'.repeat(16 * 1024)}\n`);
  const client = await engineThat((_request, response) => flood(response, piece));
  const begunAt = performance.now();
  let bytes = 0;
  for await (const { line } of followLogs(client, 'c', {}, never)) {
    bytes += line.length;
    if (bytes > 4 * mebibyte) break;
  }
  expect(performance.now() - begunAt).toBeGreaterThan(900);
});

test('containerOutput › keeps the last MiB of each stream', async () => {
  const client = await engineThat((_request, response) => {
    for (let index = 0; index < 300; index++) response.write(frame(`${'x'.repeat(10_000)}\n`, 2));
    response.end(frame('{"answer":1}\n'));
  });
  const { stdout, stderr } = await containerOutput(client, 'c');
  expect(stdout).toBe('{"answer":1}');
  expect(stderr.length).toBeLessThan(mebibyte);
});

test('firstLines › ends with the first MiB', async () => {
  const client = await engineThat((_request, response) => flood(response, frame(`${'x'.repeat(10_000)}\n`)));
  expect(await firstLines(client, 'c', 0, 1)).toHaveLength(105);
});

test('containerChanges › fails at an endless event, so that containers are read again', async () => {
  const client = await engineThat((_request, response) => flood(response, Buffer.alloc(65_536, 'x')));
  const changes = containerChanges(client, 'e', never, () => undefined);
  await expect(changes.next()).rejects.toMatchObject({ name: 'RuntimeError', fault: 'unreachable' });
});

test('call › fails for an answer that exceeds 64 MiB', async () => {
  const client = await engineThat((_request, response) => {
    response.setHeader('content-type', 'application/json');
    flood(response, Buffer.alloc(65_536, ' '));
  });
  await expect(client.containers()).rejects.toThrow('the engine’s answer exceeds 64 MiB');
});
