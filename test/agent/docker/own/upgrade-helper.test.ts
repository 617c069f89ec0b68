import { expect, test } from 'vitest';
import type { EngineClient } from '../../../../src/agent/docker/engine/engine-client.ts';
import { labels } from '../../../../src/agent/docker/engine/labels.ts';
import { helperPurpose, startHelper } from '../../../../src/agent/docker/own/sidecars.ts';
import type { Successor } from '../../../../src/agent/docker/own/successor.ts';
import { RuntimeError } from '../../../../src/agent/runtime/runtime-error.ts';

/** An engine with the stopped helper of a request, and its answer to a start. */
function engineWith(requestId: string, answer: RuntimeError | null) {
  const calls: string[] = [];
  const container = (id: string) => ({
    inspect: async () => ({
      ...{ Id: 'helper', State: { Running: false, Restarting: false } },
      Config: { Labels: { [labels.upgrade]: requestId, [labels.purpose]: helperPurpose } },
    }),
    start: async () => {
      calls.push(`start ${id}`);
      if (id === 'helper' && answer !== null) throw answer;
    },
    remove: async () => void calls.push(`remove ${id}`),
  });
  const docker = {
    getContainer: container,
    createContainer: async () => {
      calls.push('create');
      return { id: 'another' };
    },
  };
  const client = { docker, call: (_what: string, work: (signal?: AbortSignal) => unknown) => work() };
  return { calls, client: client as unknown as EngineClient };
}

const source = async () => ({ name: 'agent', create: { HostConfig: {} }, networks: [] }) as unknown as Successor;
const request = { agentName: 'agent', requestId: 'r1', imageId: 'sha256:1', runArguments: [] };

test('the helper of the request that somebody ended is started again', async () => {
  const { calls, client } = engineWith('r1', null);
  await startHelper(client, source, request);
  expect(calls).toEqual(['start helper']);
});

test('a helper that the engine can start no more is made anew', async () => {
  const words = 'failed to start shim: mkdir /run/containerd/x: file exists';
  const { calls, client } = engineWith('r1', new RuntimeError('refused', words));
  await startHelper(client, source, request);
  expect(calls).toEqual(['start helper', 'remove agent-upgrade', 'create', 'start another']);
});

test('a helper that cannot be started for another reason is left as it is', async () => {
  const { calls, client } = engineWith('r1', new RuntimeError('refused', 'no space left on device'));
  await expect(startHelper(client, source, request)).rejects.toThrow(/no space/);
  expect(calls).toEqual(['start helper']);
});
