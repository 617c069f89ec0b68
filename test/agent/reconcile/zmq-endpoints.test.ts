import { expect, test } from 'vitest';
import { zmqEndpoints } from '../../../src/agent/reconcile/zmq-endpoints.ts';
import { mainnetSpec } from '../../fixtures/node.ts';

const settings = { bindAddress: '127.0.0.1', advertiseHost: 'node.example.com' };

test.each([
  ['127.0.0.1', 'tcp://node.example.com:28332'],
  ['0.0.0.0', 'tcp://node.example.com:28332'],
  ['::', 'tcp://node.example.com:28332'],
  ['10.0.0.7', 'tcp://10.0.0.7:28332'],
  ['fd00::7', 'tcp://[fd00::7]:28332'],
])('what is published at %s is reached at %s', (address, url) => {
  const applied = { ...mainnetSpec, zmq: { address, ports: { rawblock: 28_332 } } };
  expect(zmqEndpoints({ applied }, settings)).toEqual([{ topic: 'rawblock', url }]);
});

test('a node without ZeroMQ, and one without a container, has no such endpoint', () => {
  expect(zmqEndpoints({ applied: mainnetSpec }, settings)).toEqual([]);
  expect(zmqEndpoints({ applied: null }, settings)).toEqual([]);
});
