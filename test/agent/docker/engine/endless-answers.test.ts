import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { containerChanges } from '../../../../src/agent/docker/engine/container-events.ts';
import { containerLogs, containerOutput, firstLines } from '../../../../src/agent/docker/engine/container-logs.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { framedLines, maxLineBytes } from '../../../../src/agent/docker/engine/log-frames.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

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

test('containerChanges › fails at an event without end, so that containers are observed again', async () => {
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
