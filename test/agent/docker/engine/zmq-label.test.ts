import { expect, test } from 'vitest';
import { zmqLabel, zmqPortsOf } from '../../../../src/agent/docker/engine/zmq-label.ts';

test('the label of a container says each topic with its port, and is read back', () => {
  const ports = { sequence: 20_000, rawblock: 28_332 };
  expect(zmqLabel(ports)).toBe('rawblock=28332,sequence=20000');
  expect(zmqPortsOf(zmqLabel(ports))).toEqual(ports);
});

test.each([undefined, '', 'rawblock', 'rawblock=x', 'rawblock=0', 'rawblock=65536', 'nosuch=28332'])(
  'a label %j that somebody else wrote names no port',
  (label) => {
    expect(zmqPortsOf(label)).toEqual({});
  },
);
