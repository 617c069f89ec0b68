import { expect, test } from 'vitest';
import { upgradeEvent } from '../../../src/agent/upgrade/upgrade-events.ts';
import { maxEventDataBytes } from '../../../src/contract/limits.ts';

const request = { requestId: 'r'.repeat(128), fromVersion: '1.0.0', targetVersion: '1.1.0' };

test.each(['\u001b', '漢', '🟠', 'x'])(
  'the event of an upgrade is never too large to be taken, whatever a version said last, such as %j',
  (character) => {
    const { data } = upgradeEvent('rolled_back', request, character.repeat(8000));
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(maxEventDataBytes);
    expect(String((data as { reason: string }).reason).isWellFormed()).toBe(true);
  },
);

test('what a version said last is told as it is', () => {
  expect(upgradeEvent('failed', request, 'first\nsecond').data).toMatchObject({ reason: 'first\nsecond' });
});
