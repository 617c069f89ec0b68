import { expect, test } from 'vitest';
import { containerLogs, linesBefore } from '../../../../src/agent/docker/engine/container-logs.ts';
import { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { strangeEngine } from './strange-engine.ts';

const lines = [
  '2026-01-01T11:59:00.500000000Z 2026-01-01T11:59:00Z Shutdown: done',
  '2026-01-01T12:00:00.250000000Z 2026-01-01T12:00:00Z Bitcoin Core version v28.1.0',
  '2026-01-01T12:00:00.300000000Z ',
];
const between = Date.parse('2026-01-01T11:59:30Z');

test('takes only the lines of the log that were written before an instant, and leaves out the time that the engine adds', () => {
  expect(linesBefore(lines, between)).toEqual(['2026-01-01T11:59:00Z Shutdown: done']);
  expect(linesBefore(lines, Number.POSITIVE_INFINITY)).toHaveLength(3);
  expect(linesBefore(['no time'], between)).toEqual([]);
});

/** A chunk of the log as the engine frames it. */
function frame(text: string): Buffer {
  const head = Buffer.alloc(8);
  head[0] = 1;
  head.writeUInt32BE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

test('reads the last lines of a run also when the next run has written many', async () => {
  const asked: string[] = [];
  const { socketPath } = await strangeEngine((request, response) => {
    asked.push(request.url ?? '');
    response.end(Buffer.concat(lines.map((line) => frame(`${line}\n`))));
  });
  expect(await containerLogs(new EngineClient(socketPath), 'c', 80, { before: between })).toEqual([
    '2026-01-01T11:59:00Z Shutdown: done',
  ]);
  const query = new URL(asked[0] ?? '', 'http://engine').searchParams;
  expect(query.get('timestamps')).toBe('true');
  expect(Number(query.get('tail'))).toBeGreaterThan(500);
});
