import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { gatherUpgrade } from '../../../src/agent/doctor/gather.ts';
import type { UpgradeOutcome } from '../../../src/upgrade/outcome.ts';
import { upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = scratchFolder('doctor-upgrade');
});

const files = () => upgradeFiles(dataDir);
const versions = { fromVersion: '1.0.0', toVersion: '1.1.0' };
const tell = (state: UpgradeOutcome['state']) =>
  files().outcome.write({
    ...{ ...versions, requestId: 'a', state, reason: null, lastWords: null },
    updatedAt: '2026-01-01T00:00:00.000Z',
  });
const order = (requestId: string) =>
  files().order.write({
    ...{ ...versions, requestId, channel: 'stable', platform: 'linux-x64', archive: '/a', signature: 's' },
    ...{ sizeBytes: 1, sha256: 'a'.repeat(64), orderedAt: '2026-01-01T00:00:00.000Z' },
  });

test('the doctor sees an upgrade from its order to its end, and none where nothing was ever asked for', () => {
  const underWay = { from: '1.0.0', to: '1.1.0' };
  expect(gatherUpgrade(join(dataDir, 'missing'))).toBe(null);
  expect(gatherUpgrade(dataDir)).toBe(null);
  mkdirSync(files().folder);
  order('a');
  expect(gatherUpgrade(dataDir)).toEqual(underWay);
  for (const state of ['switching', 'judging'] as const) {
    tell(state);
    expect(gatherUpgrade(dataDir)).toEqual(underWay);
  }
  for (const state of ['committed', 'rolled_back', 'failed'] as const) {
    tell(state);
    expect(gatherUpgrade(dataDir)).toBe(null);
  }
  order('b');
  expect(gatherUpgrade(dataDir)).toEqual(underWay);
});

test.each(['', '{', '{"requestId":"a","state":"suspended"}'])(
  'the doctor says what it cannot read of an upgrade: %s',
  (text) => {
    mkdirSync(files().folder);
    writeFileSync(files().outcome.path, text);
    expect(gatherUpgrade(dataDir)).toEqual({ fault: expect.stringContaining(`${files().outcome.path} is invalid`) });
  },
);
