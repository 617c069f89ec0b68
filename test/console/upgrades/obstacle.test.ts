import { expect, test } from 'vitest';
import { obstacle } from '../../../src/console/upgrades/obstacle.ts';
import type { OfferedRelease, Upgradeable } from '../../../src/console/upgrades/shown-upgrade.ts';

const executor: Upgradeable = {
  ...{ id: 'a', name: 'host-1', version: '1.0.0', channel: 'stable', status: 'online', upgrade: null },
  upgradability: { canUpgrade: true, reason: null, platform: 'linux-x64', packaging: 'archive' },
};
const release: OfferedRelease = {
  ...{ id: 'r', version: '1.10.0', channel: 'stable', lowestVersion: null, image: null },
  artifacts: [{ platform: 'linux-x64' }],
};
const upgradability = executor.upgradability as NonNullable<Upgradeable['upgradability']>;

test.each<[string, Partial<Upgradeable>, Partial<OfferedRelease>, RegExp | null]>([
  ['an agent that can, and a later release', {}, {}, null],
  ['a release that is later as a version, and not as a text', { version: '1.9.0' }, {}, null],
  ['the same version', { version: '1.10.0' }, {}, /has this version/],
  ['a later version', { version: '2.0.0' }, {}, /is later/],
  ['another channel', {}, { channel: 'beta' }, /follows the channel stable/],
  ['a version below the lowest', {}, { lowestVersion: '1.5.0' }, /only 1\.5\.0 and later/],
  ['no archive for the platform', {}, { artifacts: [{ platform: 'linux-arm64' }] }, /no archive for linux-x64/],
  ['no image', { upgradability: { ...upgradability, packaging: 'image' } }, {}, /no container image/],
  ['an agent that says nothing', { upgradability: null }, {}, /does not say/],
  ['an agent that cannot', { upgradability: { ...upgradability, canUpgrade: false, reason: 'why' } }, {}, /: why/],
  ['an executor that is offline', { status: 'offline' }, {}, /offline/],
  ['a version that is none', { version: 'built here' }, {}, /cannot be compared/],
])('judges %s', (_what, change, changeOfRelease, expected) => {
  const found = obstacle({ ...executor, ...change }, { ...release, ...changeOfRelease });
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatch(expected);
});
