import { expect, test } from 'vitest';
import { containerOpenFiles, loweredConnections, requiredOpenFiles } from '../../src/bitcoin/open-files.ts';

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
