import { expect, test } from 'vitest';
import {
  containerOpenFiles,
  loweredByLog,
  loweredConnections,
  requiredOpenFiles,
} from '../../src/bitcoin/open-files.ts';

const connections = (value: string, key = 'maxconnections') => [{ key, value }];

test.each([
  ['the default', [], 360],
  ['more peers', connections('1000'), 1160],
  ['peers of one network', connections('1000', 'main.maxconnections'), 1160],
  ['no peers', connections('0'), 360],
])('requiredOpenFiles › adds the daemon’s reserve to %s', (_what, overrides, required) => {
  expect(requiredOpenFiles(overrides)).toBe(required);
});

test.each([
  ['few peers', connections('8'), 4096],
  ['many peers', connections('10000'), 11_184],
  ['more than a process may open', connections('2000000000'), 1_048_576],
])('containerOpenFiles › fits %s', (_what, overrides, limit) => {
  expect(containerOpenFiles(overrides)).toBe(limit);
});

test('loweredConnections › says what a daemon with few open files took', () => {
  expect(loweredConnections(connections('250'), 300)).toEqual({ asked: 250, taken: 140 });
  expect(loweredConnections(connections('250'), 120)).toEqual({ asked: 250, taken: 0 });
  expect(loweredConnections(connections('250'), containerOpenFiles(connections('250')))).toBeNull();
});

test.each([
  [
    'a daemon that lowered it',
    '2026-01-01T00:00:00Z Warning: Reducing -maxconnections from 250 to 141, because of system limitations.',
    141,
  ],
  ['a daemon that took none', 'Reducing -maxconnections from 250 to 0, because of system limitations.', 0],
  [
    'another daemon',
    '2026-01-01T00:00:00Z Using at most 250 automatic connections (4096 file descriptors available)',
    null,
  ],
])('loweredByLog › reads the log of %s', (_what, line, taken) => {
  expect(loweredByLog(['2026-01-01T00:00:00Z Bitcoin Core version v31.0', line])).toBe(taken);
});
