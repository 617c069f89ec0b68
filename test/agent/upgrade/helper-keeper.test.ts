import { mkdirSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import { helperKeeper } from '../../../src/agent/upgrade/helper-keeper.ts';
import type { ImageOrder } from '../../../src/upgrade/order.ts';
import { type UpgradeFiles, upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
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
  return { lines, keeper: helperKeeper({ container: () => (isInContainer ? container : undefined), files, log }) };
}

test('a helper is looked after while there is an order or a helper, and not beyond', async () => {
  const { keeper: kept } = keeper([true, true, true, false]);
  files.order.write(order);
  await kept.ensureRunning();
  await kept.ensureRunning();
  files.order.remove();
  for (let turn = 0; turn < 4; turn++) await kept.ensureRunning();
  expect(asked).toEqual(['r1', 'r1', null, null]);
});

test('one that a former run of the agent left is looked for once', async () => {
  const { keeper: kept } = keeper([false]);
  for (let turn = 0; turn < 2; turn++) await kept.ensureRunning();
  expect(asked).toEqual([null]);
});

test('an engine that does not answer is told once, and asked again', async () => {
  const away = new RuntimeError('unreachable', 'no engine');
  const { keeper: kept, lines } = keeper([away, away, true]);
  files.order.write(order);
  for (let turn = 0; turn < 3; turn++) await kept.ensureRunning();
  expect(asked).toEqual(['r1', 'r1', 'r1']);
  expect(lines.filter((line) => JSON.stringify(line).includes('no engine'))).toHaveLength(1);
});

test('an agent on a host, and the order of an archive, have none', async () => {
  const { keeper: onHost } = keeper([true], false);
  files.order.write(order);
  await onHost.ensureRunning();
  const { keeper: kept } = keeper([]);
  const { image: _, ...common } = order;
  await kept.remove({ ...common, archive: '/a', sizeBytes: 1, sha256: 'a'.repeat(64), signature: 's' });
  expect(asked).toEqual([]);
  await kept.remove(order);
  expect(asked).toEqual(['removed']);
});
