import { expect, test } from 'vitest';
import { classifyFailure, rejectedPorts } from '../../../src/agent/reconcile/failure.ts';
import { type NodeRecord, newNodeRecord } from '../../../src/agent/runtime/node-record.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { workloadConfig } from '../../../src/bitcoin/workload-config.ts';
import { desired } from '../../fixtures/node.ts';

const publishing = workloadConfig(desired({ overrides: [{ key: 'zmqpubrawblock', value: '1' }] }));
const worked = { config: publishing, revision: 1, since: '2026-01-01T00:00:00Z' };
const fresh: NodeRecord = { ...newNodeRecord(0), ports: { rpc: 8332, p2p: 8333 } };
const served = { ...fresh, everStarted: true };
const started = { ...served, zmqPorts: { rawblock: 28332, rawtx: 28333 } };
const both = { numbers: [8332, 8333], change: { ports: null } };
const given = (port: number, zmqPorts: object) => ({ numbers: [port], change: { zmqPorts } });

test.each<[string, number, NodeRecord, object | null]>([
  ['both ports of a node that never started', 8333, fresh, both],
  ['no port that has served', 8333, served, null],
  ['only the port of ZeroMQ that is new to a node that runs', 28_332, started, given(28_332, { rawtx: 28_333 })],
  ['no port of ZeroMQ whose topic has worked', 28_332, { ...started, worked }, null],
  ['nor one that worked before the last change', 28_332, { ...started, formerlyWorked: worked }, null],
  ['the other one all the same', 28_333, { ...started, worked }, given(28_333, { rawblock: 28_332 })],
  ['none for a port of which its own is a part', 2833, started, null],
])('%s is given up', (_what, port, record, expected) => {
  const refusal = `listen tcp4 127.0.0.1:${port}: bind: address already in use`;
  expect(rejectedPorts(refusal, record)).toEqual(expected);
});

test('only a first failure needs an event, and a port conflict rejects the ports', () => {
  const noDisk = new RuntimeError('refused', 'no disk');
  const first = { message: 'no disk', count: 1, quiet: false };
  expect(classifyFailure(noDisk, fresh)).toEqual({ failure: first, isNew: true, rejected: null });
  const again = { failure: { count: 4, quiet: true }, isNew: false };
  expect(classifyFailure(noDisk, { ...fresh, failure: { ...first, count: 3 } })).toMatchObject(again);
  // A runtime that is down needs no event of each node.
  expect(classifyFailure(new RuntimeError('unreachable', 'no engine'), fresh).failure.quiet).toBe(true);
  expect(classifyFailure('nonsense', fresh).failure.message).toBe('nonsense');
  const conflict = new RuntimeError('port-conflict', 'address already in use');
  expect(classifyFailure(conflict, fresh).rejected).toEqual(both);
  expect(classifyFailure(conflict, served).rejected).toBeNull();
});

test.each<[string, number, Parameters<typeof classifyFailure>[2], 'engine' | 'node']>([
  ['an engine that does not answer is no failure of the node', 20, undefined, 'engine'],
  ['a step whose call breaks off is none either', 1, 'stop', 'engine'],
  ['a step whose call breaks off three times in a row is one', 3, 'stop', 'node'],
])('%s', (_what, count, effect, at) => {
  const broken = new RuntimeError('unreachable', 'socket hang up');
  const previous = { failure: { message: 'socket hang up', count: count - 1, quiet: true } };
  const { failure } = classifyFailure(broken, { ...fresh, ...previous }, effect);
  expect(failure.isEngineAway ?? false).toBe(at === 'engine');
});
