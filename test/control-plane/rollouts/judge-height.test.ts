import { expect, test } from 'vitest';
import { judgeHeight } from '../../../src/control-plane/rollouts/judge-height.ts';

const at = { at: 840_000, avoid: null, within: 144 };
const avoid = { at: null, avoid: 840_000, within: 144 };

test.each([
  ['is unknown', at, null, 'the height of mainnet is unknown'],
  ['is below the requested one', at, 839_999, 'mainnet is at height 839999, and the rollout waits for 840000'],
  ['is the requested one', at, 840_000, null],
  ['is far before the avoided one', avoid, 839_855, null],
  [
    'is near before the avoided one',
    avoid,
    839_856,
    'mainnet is at height 839856, within 144 blocks of 840000, until 840145',
  ],
  [
    'is near after the avoided one',
    avoid,
    840_144,
    'mainnet is at height 840144, within 144 blocks of 840000, until 840145',
  ],
  ['is far after the avoided one', avoid, 840_145, null],
] as const)('judges a height that %s', (_title, heights, height, expected) => {
  expect(judgeHeight(heights, 'mainnet', height === null ? null : { low: height, high: height })).toBe(expected);
});

const disagree = 'the nodes of mainnet are at heights from';

test.each([
  ['reaches the requested one', at, 839_000, 900_000, `${disagree} 839000 to 900000, and the rollout waits for 840000`],
  ['is past the requested one', at, 840_000, 900_000, null],
  [
    'ends near the avoided one',
    avoid,
    0,
    839_900,
    `${disagree} 0 to 839900, within 144 blocks of 840000, until 840145`,
  ],
  [
    'spans the avoided one',
    avoid,
    830_000,
    900_000,
    `${disagree} 830000 to 900000, within 144 blocks of 840000, until 840145`,
  ],
  ['ends before the avoided one', avoid, 0, 839_855, null],
  ['starts after the avoided one', avoid, 840_145, 900_000, null],
] as const)('judges heights of nodes that disagree: a range that %s', (_title, heights, low, high, expected) => {
  expect(judgeHeight(heights, 'mainnet', { low, high })).toBe(expected);
});
