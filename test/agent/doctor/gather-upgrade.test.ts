import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gatherUpgrade } from '../../../src/agent/doctor/gather.ts';
import { upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

test('the doctor sees an upgrade from order to end, and names what it cannot read', () => {
  const dataDir = scratchFolder('doctor-upgrade');
  const { folder, order, outcome } = upgradeFiles(dataDir);
  const versions = { fromVersion: '1.0.0', toVersion: '1.1.0' };
  const orderAs = (requestId: string) =>
    order.write({
      ...{ ...versions, requestId, channel: 'stable', platform: 'linux-x64', archive: '/a', signature: 's' },
      ...{ sizeBytes: 1, sha256: 'a'.repeat(64), orderedAt: '2026-01-01T00:00:00.000Z' },
    });
  const underWay = { from: '1.0.0', to: '1.1.0' };
  expect(gatherUpgrade(join(dataDir, 'missing'))).toBe(null);
  expect(gatherUpgrade(dataDir)).toBe(null);
  mkdirSync(folder);
  orderAs('a');
  expect(gatherUpgrade(dataDir)).toEqual(underWay);
  for (const state of ['switching', 'judging', 'committed', 'rolled_back', 'failed'] as const) {
    const end = { reason: null, lastWords: null, updatedAt: '2026-01-01T00:00:00.000Z' };
    outcome.write({ ...versions, requestId: 'a', state, ...end });
    expect(gatherUpgrade(dataDir), state).toEqual(['switching', 'judging'].includes(state) ? underWay : null);
  }
  orderAs('b');
  expect(gatherUpgrade(dataDir)).toEqual(underWay);
  for (const text of ['{', '{"requestId":"a","state":"suspended"}']) {
    writeFileSync(outcome.path, text);
    expect(gatherUpgrade(dataDir)).toEqual({ fault: expect.stringContaining(`${outcome.path} is invalid`) });
  }
});
