import { expect, test } from 'vitest';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { followLogs, framedLines, unixTime } from '../../../../src/agent/docker/engine/follow-logs.ts';
import { strangeEngine } from './strange-engine.ts';

/** A part of the log as the engine frames it. */
function frame(text: string, stream = 1): Buffer {
  const head = Buffer.alloc(8);
  head[0] = stream;
  head.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

async function linesOf(chunks: Buffer[]): Promise<string[]> {
  const stream = async function* () {
    yield* chunks;
  };
  const lines = [];
  for await (const line of framedLines(stream())) lines.push(line);
  return lines;
}

test('lines are put together however the engine and the network cut them', async () => {
  const whole = Buffer.concat([frame('one\ntw'), frame('from stderr\n', 2), frame('o\r\n'), frame('änd')]);
  const bytes = [...whole].map((byte) => Buffer.of(byte));
  expect(await linesOf([whole])).toEqual(['one', 'from stderr', 'two', 'änd']);
  expect(await linesOf(bytes)).toEqual(['one', 'from stderr', 'two', 'änd']);
});

test('the engine is asked for the very nanosecond', () => {
  expect(unixTime('2026-01-01T00:00:00.123456789Z')).toBe('1767225600.123456789');
  expect(unixTime('2026-01-01T00:00:00Z')).toBe('1767225600.0');
});

test('a log is read with the engine’s times until the container stops', async () => {
  const asked: string[] = [];
  const { socketPath } = await strangeEngine((request, response) => {
    asked.push(request.url ?? '');
    response.end(frame('2026-01-01T00:00:00.000000001Z a line of it\n'));
  });
  const lines = [];
  const start = { tail: 7, since: '2026-01-01T00:00:00.5Z' };
  const signal = AbortSignal.timeout(20_000);
  for await (const line of followLogs(new EngineClient(socketPath), 'c', start, signal)) lines.push(line);
  expect(lines).toEqual([{ time: '2026-01-01T00:00:00.000000001Z', line: 'a line of it' }]);
  const query = new URL(asked[0] ?? '', 'http://engine').searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    follow: 'true',
    timestamps: 'true',
    tail: '7',
    since: '1767225600.5',
  });
});

test('following ends when nobody wants it any more, while the container writes nothing', async () => {
  const { socketPath } = await strangeEngine((_request, response) => {
    response.writeHead(200);
    response.write(frame('2026-01-01T00:00:00.000000001Z first\n'));
  });
  const end = new AbortController();
  const lines = [];
  for await (const { line } of followLogs(new EngineClient(socketPath), 'c', {}, end.signal)) {
    lines.push(line);
    end.abort();
  }
  expect(lines).toEqual(['first']);
});
