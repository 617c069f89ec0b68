import { expect, test } from 'vitest';
import { checkWanted, checkWantedImage, type WantedContext } from '../../../src/agent/upgrade/check-wanted.ts';
import type { DesiredUpgrade } from '../../../src/contract/types.generated.ts';

const artifact = {
  ...{ platform: 'linux-x64', url: 'https://releases.example/a.tar.gz', sizeBytes: 1 },
  ...{ sha256: '0'.repeat(64), signature: 'text' },
};
const wanted: DesiredUpgrade = {
  ...{ requestId: 'a', targetVersion: '1.1.0', channel: 'stable', deadline: '2026-11-01T00:30:00Z' },
  ...{ artifact, image: null },
};
const context: WantedContext = {
  ...{ version: '1.0.0', channel: 'stable' },
  upgradability: { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' },
};

const clone = { ...context.upgradability, canUpgrade: false, reason: 'it is a clone' };

test('a later version of the channel with an archive for the platform is done', () => {
  expect(checkWanted(wanted, context)).toBe(artifact);
});

test.each<[string, Partial<DesiredUpgrade>, Partial<WantedContext>, RegExp]>([
  ['an older version, however rightly signed', { targetVersion: '0.9.0' }, {}, /older than the running .*rollback/],
  ['a pre-release of the running version', { targetVersion: '1.0.0-rc.1' }, {}, /older than the running/],
  ['what is no version', { targetVersion: '../../etc' }, {}, /not a valid version/],
  ['a version with build metadata', { targetVersion: '1.1.0+1' }, {}, /not a valid version/],
  ['another channel than the operator of the host set', { channel: 'beta' }, {}, /in channel beta.*follows stable/],
  ['a release without an archive', { artifact: null }, {}, /no archive for linux-x64/],
  ['an archive for another platform', { artifact: { ...artifact, platform: 'linux-arm64' } }, {}, /for linux-arm64/],
  ['anything where the agent cannot be upgraded', {}, { upgradability: clone }, /it is a clone/],
])('%s is refused', (_what, change, other, refusal) => {
  expect(() => checkWanted({ ...wanted, ...change }, { ...context, ...other })).toThrow(refusal);
});

const image = { name: 'registry.example/satrap/agent', digest: `sha256:${'a'.repeat(64)}` };
const repositories = ['satrap-agent', 'registry.example/satrap/agent'];

test('an image is taken from where the container’s own image comes from, by its digest alone', () => {
  expect(checkWantedImage({ ...wanted, image }, context, repositories)).toBe(image);
});

test.each<[string, Partial<DesiredUpgrade>, RegExp]>([
  ['a release without an image', { image: null }, /has no image/],
  ['an image without a digest', { image: { ...image, digest: 'latest' } }, /has no digest/],
  ['an image of others', { image: { ...image, name: 'evil.example/agent' } }, /evil\.example.*uses satrap-agent, /],
  ['an older version', { targetVersion: '0.9.0' }, /older than the running/],
])('%s is refused', (_what, change, refusal) => {
  expect(() => checkWantedImage({ ...wanted, image, ...change }, context, repositories)).toThrow(refusal);
});
