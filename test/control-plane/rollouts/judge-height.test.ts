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
  expect(judgeHeight(heights, 'mainnet', height)).toBe(expected);
});
