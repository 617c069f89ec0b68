import { expect, test } from 'vitest';
import { heartbeatInterval } from '../../../../src/control-plane/agents/heartbeat/pace.ts';

test.each([
  [15, 0, 15],
  [15, 3000, 15],
  [15, 3001, 16],
  [15, 10_000, 50],
  [15, 100_000, 120],
  [300, 100_000, 300],
])('at least %i s between heartbeats, with %i open streams: %i s', (shortest, streams, seconds) => {
  expect(heartbeatInterval(shortest, streams)).toBe(seconds);
});
