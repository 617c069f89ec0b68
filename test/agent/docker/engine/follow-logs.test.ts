import { expect, test } from 'vitest';
import {
  containerLogs,
  followLogs,
  framedLines,
  linesBefore,
  unixTime,
} from '../../../../src/agent/docker/engine/container-logs.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { strangeEngine } from './strange-engine.ts';

/** A part of the log as the engine frames it. */
function frame(text: string, stream = 1): Buffer {
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** An engine whose containers have this log, and what it was asked for. */
async function engineWith(...log: string[]) {
  const asked: URLSearchParams[] = [];
  const { socketPath } = await strangeEngine((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://engine').searchParams);
    response.end(Buffer.concat(log.map((line) => frame(`${line}\n`))));
  });
  return { client: new EngineClient(socketPath), asked };
}

const lines = [
  '2026-01-01T11:59:00.500000000Z 2026-01-01T11:59:00Z Shutdown: done',
  '2026-01-01T12:00:00.250000000Z 2026-01-01T12:00:00Z Bitcoin Core version v28.1.0',
  '2026-01-01T12:00:00.300000000Z ',
];
const between = Date.parse('2026-01-01T11:59:30Z');
const before = ['2026-01-01T11:59:00Z Shutdown: done'];

test('the last lines of a run are read without the time that the engine adds, also when the next run has written many', async () => {
  expect(linesBefore(lines, between)).toEqual(before);
  expect(linesBefore(lines, Number.POSITIVE_INFINITY)).toHaveLength(3);
  expect(linesBefore(['no time'], between)).toEqual([]);
  const { client, asked } = await engineWith(...lines);
  expect(await containerLogs(client, 'c', 80, { before: between })).toEqual(before);
  expect(asked[0]?.get('timestamps')).toBe('true');
  expect(Number(asked[0]?.get('tail'))).toBeGreaterThan(500);
});

test('lines are put together however the engine and the network cut them', async () => {
  const whole = Buffer.concat([frame('one\ntw'), frame('from stderr\n', 2), frame('o\r\n'), frame('änd')]);
  const stream = async function* (chunks: Buffer[]) {
    yield* chunks;
  };
  for (const chunks of [[whole], [...whole].map((byte) => Buffer.of(byte))])
    expect(await Array.fromAsync(framedLines(stream(chunks)))).toEqual(['one', 'from stderr', 'two', 'änd']);
});

test('a log is followed with the engine’s times, from the very nanosecond, until the container stops', async () => {
  expect(unixTime('2026-01-01T00:00:00.123456789Z')).toBe('1767225600.123456789');
  expect(unixTime('2026-01-01T00:00:00Z')).toBe('1767225600.0');
  const { client, asked } = await engineWith('2026-01-01T00:00:00.000000001Z a line of it');
  const start = { tail: 7, since: '2026-01-01T00:00:00.5Z' };
  expect(await Array.fromAsync(followLogs(client, 'c', start, AbortSignal.timeout(20_000)))).toEqual([
    { time: '2026-01-01T00:00:00.000000001Z', line: 'a line of it' },
  ]);
  const query = { follow: 'true', timestamps: 'true', tail: '7', since: '1767225600.5' };
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject(query);
});

test('following ends when nobody wants it any more, while the container writes nothing', async () => {
  const { socketPath } = await strangeEngine((_request, response) => {
    response.writeHead(200);
    response.write(frame('2026-01-01T00:00:00.000000001Z first\n'));
  });
  const end = new AbortController();
  const seen = [];
  for await (const { line } of followLogs(new EngineClient(socketPath), 'c', {}, end.signal)) {
    seen.push(line);
    end.abort();
  }
  expect(seen).toEqual(['first']);
});
