import { expect, test } from 'vitest';
import { rejectedPorts } from '../../../src/agent/reconcile/failure.ts';
import { newNodeRecord } from '../../../src/agent/runtime/node-record.ts';
import { workloadConfig } from '../../../src/bitcoin/workload-config.ts';
import { desired } from '../../fixtures/node.ts';

const refusal = (port: number) => `listen tcp4 127.0.0.1:${port}: bind: address already in use`;
const publishing = workloadConfig(desired({ overrides: [{ key: 'zmqpubrawblock', value: '1' }] }));
const worked = { config: publishing, revision: 1, since: '2026-01-01T00:00:00Z' };
const ports = { rpc: 8332, p2p: 8333 };
const zmqPorts = { rawblock: 28332, rawtx: 28333 };
const fresh = { ...newNodeRecord(0), ports };
const started = { ...fresh, everStarted: true, zmqPorts };

test.each<[string, string, Parameters<typeof rejectedPorts>[1], ReturnType<typeof rejectedPorts>]>([
  ['both ports of a node that never started', refusal(8333), fresh, both()],
  ['no port that has served', refusal(8333), { ...fresh, everStarted: true }, null],
  [
    'only the port of ZeroMQ that is new to a node that runs for long',
    refusal(28_332),
    started,
    { numbers: [28_332], change: { zmqPorts: { rawtx: 28_333 } } },
  ],
  ['no port of ZeroMQ whose topic has worked', refusal(28_332), { ...started, worked }, null],
  ['nor one that worked before the last change', refusal(28_332), { ...started, formerlyWorked: worked }, null],
  [
    'the other one all the same',
    refusal(28_333),
    { ...started, worked },
    { numbers: [28_333], change: { zmqPorts: { rawblock: 28_332 } } },
  ],
  ['none for a port of which its own is a part', refusal(2833), started, null],
])('%s is given up', (_what, message, record, expected) => {
  expect(rejectedPorts(message, record)).toEqual(expected);
});

function both(): ReturnType<typeof rejectedPorts> {
  return { numbers: [8332, 8333], change: { ports: null } };
}
