import { expect, test } from 'vitest';
import { LogBuffer } from '../../../src/agent/agent-requests/log-buffer.ts';

const lineAt = (second: number, line = `line ${second}`) => ({
  time: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000000000Z`,
  line,
});

test('lines come out as they went in, with the time of the last one', () => {
  const buffer = new LogBuffer();
  expect(buffer.take()).toBeUndefined();
  buffer.add(lineAt(1));
  buffer.add(lineAt(2));
  expect(buffer.take()).toEqual({
    lines: ['line 1', 'line 2'],
    dropped: 0,
    notice: null,
    position: lineAt(2).time,
  });
  expect(buffer.take()).toBeUndefined();
});

test('a notice comes between the lines before it and those after it', () => {
  const buffer = new LogBuffer();
  buffer.add(lineAt(1));
  buffer.note('it stopped');
  buffer.add(lineAt(2));
  expect(buffer.take()).toMatchObject({ lines: ['line 1'], notice: null });
  expect(buffer.take()).toMatchObject({ lines: ['line 2'], notice: 'it stopped' });
  buffer.note('it is gone');
  expect(buffer.take()).toEqual({ lines: [], dropped: 0, notice: 'it is gone', position: null });
});

test('the oldest lines give way, and the reader is told how many', () => {
  const buffer = new LogBuffer();
  for (let count = 0; count < 10_000; count++) buffer.add(lineAt(1, `${count}`));
  const first = buffer.take();
  expect(first?.dropped).toBe(6000);
  expect(first?.lines[0]).toBe('6000');
  expect(buffer.take()?.dropped).toBe(0);
});

test('long lines are bounded together, and a chunk as well', () => {
  const buffer = new LogBuffer();
  for (let count = 0; count < 100; count++) buffer.add(lineAt(1, 'x'.repeat(100_000)));
  let lines = 0;
  for (let chunk = buffer.take(); chunk !== undefined; chunk = buffer.take()) {
    expect(chunk.lines).toHaveLength(1);
    lines += chunk.lines.length;
  }
  expect(lines).toBe(10);
});
