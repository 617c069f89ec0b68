import { mkdirSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { labels } from '../../../src/agent/docker/engine/labels.ts';
import { helperPurpose, startHelper } from '../../../src/agent/docker/own/sidecars.ts';
import type { Successor } from '../../../src/agent/docker/own/successor.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { helperKeeper } from '../../../src/agent/upgrade/helper-keeper.ts';
import { type ImageOrder, type UpgradeFiles, upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const id = `sha256:${'a'.repeat(64)}`;
const order: ImageOrder = {
  ...{ requestId: 'r1', fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable', platform: 'linux-x64' },
  orderedAt: '2026-01-01T00:00:00.000Z',
  image: {
    ...{ id, reference: id, formerId: `sha256:${'b'.repeat(64)}` },
    container: { id: 'c'.repeat(64), name: 'agent', restart: { Name: 'always' } },
  },
};

let files: UpgradeFiles;
let asked: (string | null)[];
beforeEach(() => {
  files = upgradeFiles(scratchFolder('helper'));
  mkdirSync(files.folder);
  asked = [];
});

/** `answers`: whether there is a helper after each call; an error for an unreachable engine. */
function keeper(answers: (boolean | RuntimeError)[], isInContainer = true) {
  const { log, lines } = listeningLog();
  const container = {
    ensureHelper: async (given: ImageOrder | null) => {
      asked.push(given?.requestId ?? null);
      const answer = answers.shift() ?? false;
      if (answer instanceof RuntimeError) throw answer;
      return answer;
    },
    removeHelper: async () => void asked.push('removed'),
  };
  const kept = helperKeeper({ container: () => (isInContainer ? container : undefined), files, log });
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await kept.ensureRunning();
  };
  return { lines, kept, turns };
}

test('looks after the helper only while one exists or an upgrade is ordered', async () => {
  const { turns } = keeper([true, true, true, false]);
  files.order.write(order);
  await turns(2);
  files.order.remove();
  await turns(4);
  expect(asked).toEqual(['r1', 'r1', null, null]);
  await keeper([false]).turns(2);
  expect(asked.slice(4)).toEqual([null]);
});

test('an engine that does not answer is told once, and asked again', async () => {
  const away = new RuntimeError('unreachable', 'no engine');
  const { turns, lines } = keeper([away, away, true]);
  files.order.write(order);
  await turns(3);
  expect(asked).toEqual(['r1', 'r1', 'r1']);
  expect(lines.filter((line) => JSON.stringify(line).includes('no engine'))).toHaveLength(1);
});

test('an agent on a host, and the order of an archive, have none', async () => {
  files.order.write(order);
  await keeper([true], false).turns(1);
  const { kept } = keeper([]);
  const { image: _, ...common } = order;
  await kept.remove({ ...common, archive: '/a', sizeBytes: 1, sha256: 'a'.repeat(64), signature: 's' });
  expect(asked).toEqual([]);
  await kept.remove(order);
  expect(asked).toEqual(['removed']);
});

const shim = 'failed to start shim: mkdir /run/containerd/x: file exists';
const full = 'no space left on device';
test.each<[string, string | null, string[]]>([
  ['that somebody ended is started again', null, ['start helper']],
  [
    'that the engine can no longer start is re-created',
    shim,
    ['start helper', 'remove agent-upgrade', 'create', 'start another'],
  ],
  ['that cannot be started for another reason is left as it is', full, ['start helper']],
])('the helper of a request %s', async (_what, refusal, expected) => {
  const calls: string[] = [];
  const docker = {
    getContainer: (name: string) => ({
      inspect: async () => ({
        ...{ Id: 'helper', State: { Running: false, Restarting: false } },
        Config: { Labels: { [labels.upgrade]: 'r1', [labels.purpose]: helperPurpose } },
      }),
      start: async () => {
        calls.push(`start ${name}`);
        if (name === 'helper' && refusal !== null) throw new RuntimeError('refused', refusal);
      },
      remove: async () => void calls.push(`remove ${name}`),
    }),
    createContainer: async () => {
      calls.push('create');
      return { id: 'another' };
    },
  };
  const client = {
    docker,
    call: (_what: string, work: () => unknown) => work(),
    onContainer: (id: string, _what: string, act: (container: object, options: object) => unknown) =>
      act(docker.getContainer(id), {}),
  } as unknown as EngineClient;
  const source = async () => ({ name: 'agent', create: { HostConfig: {} }, networks: [] }) as unknown as Successor;
  const request = { agentName: 'agent', requestId: 'r1', imageId: 'sha256:1', runArguments: [] };
  const starting = startHelper(client, source, request);
  if (refusal === full) await expect(starting).rejects.toThrow(full);
  else await starting;
  expect(calls).toEqual(expected);
});
