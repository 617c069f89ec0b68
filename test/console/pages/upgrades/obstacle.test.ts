import { expect, test } from 'vitest';
import { generalObstacle, obstacle, type Upgradeable } from '../../../../src/console/pages/upgrades/upgrade-state.ts';
import type { JudgedRelease } from '../../../../src/contract/judge-upgrade.ts';

const executor: Upgradeable = {
  ...{ id: 'a', name: 'host-1', version: '1.0.0', channel: 'stable', status: 'online', upgrade: null },
  upgradability: { canUpgrade: true, reason: null, platform: 'linux-x64', packaging: 'archive' },
};
const release: JudgedRelease = {
  ...{ id: 'r', version: '1.10.0', channel: 'stable', lowestVersion: null, image: null },
  artifacts: [{ platform: 'linux-x64' }],
};
const upgrade: Upgradeable['upgrade'] = {
  ...{ id: 'u', fromVersion: '1.0.0', targetVersion: '1.9.0', state: 'fetching', progress: null, reason: null },
  ...{ requestedBy: 'Ada', requestedAt: '2026-01-01T00:00:00Z', deadline: '2026-01-01T01:00:00Z', endedAt: null },
};

test('an executor that is online can become a later release', () => {
  expect(generalObstacle(executor)).toBeNull();
  expect(obstacle(executor, release)).toBeNull();
});

test('what stands against an upgrade is said in the control plane’s words', () => {
  const offline = 'host-1 is offline; ask again once it is back';
  expect(generalObstacle({ ...executor, status: 'offline' })).toBe(offline);
  expect(obstacle({ ...executor, status: 'offline' }, release)).toBe(offline);
  expect(obstacle({ ...executor, upgrade }, release)).toContain('host-1 is being upgraded to 1.9.0 (Ada)');
});
