import { expect, test } from 'vitest';
import { toRuntimeError } from '../../../../src/agent/docker/engine/engine-error.ts';
import { RuntimeError } from '../../../../src/agent/runtime/runtime-error.ts';

const id = 'ab'.repeat(32);

test.each([
  ['not-found', { statusCode: 404, json: { message: 'no such container' } }],
  ['conflict', { statusCode: 409, json: { message: 'is in use' } }],
  ['refused', { statusCode: 500, json: { message: 'oops' } }],
  ['port-conflict', { statusCode: 500, json: { message: 'Bind for 0.0.0.0:8332 failed: port is already allocated' } }],
  ['port-conflict', { statusCode: 500, json: { message: 'listen tcp4 0.0.0.0:8332: bind: address already in use' } }],
  ['unreachable', { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }],
  ['refused', new Error('a fault of our own')],
])('gives the fault %s to %j', (fault, cause) => {
  expect(toRuntimeError('start the container', cause).fault).toBe(fault);
});

test('names the call and repeats the engine’s words', () => {
  expect(toRuntimeError('pull x', { statusCode: 500, json: { message: 'no disk' } }).message).toBe(
    'Docker could not pull x: no disk',
  );
});

test('says what to do when the agent may not use the engine’s socket', () => {
  const error = { code: 'EACCES', address: '/var/run/docker.sock', message: 'connect EACCES /var/run/docker.sock' };
  expect(toRuntimeError('describe itself', error)).toMatchObject({
    fault: 'unreachable',
    message:
      'Docker could not describe itself: no permission to use /var/run/docker.sock; add the agent’s user to the socket’s group (usually: usermod -aG docker USER) and restart the agent, or run it as root',
  });
});

test('leaves out the ids of objects, which differ at each try, and keeps digests', () => {
  const message = `endpoint satrap-n1 (${id}): image repo@sha256:${id} is gone`;
  expect(toRuntimeError('start', new Error(message)).message).toBe(
    `Docker could not start: endpoint satrap-n1: image repo@sha256:${id} is gone`,
  );
});

test('cuts the engine’s words to a bounded length', () => {
  expect(toRuntimeError('pull', new Error('x'.repeat(100_000))).message.length).toBeLessThan(2100);
});

test('passes a RuntimeError on as it is', () => {
  const error = new RuntimeError('timeout', 'too slow');
  expect(toRuntimeError('pull', error)).toBe(error);
});
