import { expect, test } from 'vitest';
import { upgradeEvent } from '../../../src/agent/upgrade/upgrade-events.ts';
import { withLevel } from '../../../src/contract/events.ts';
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

test.each(['rolled_back', 'failed'] as const)(
  'an upgrade that ended %s is no error of the agent: the control plane records the error',
  (step) => {
    expect(withLevel(upgradeEvent(step, request, 'it crashed')).level).toBe('info');
  },
);

test('a rollback is told with both versions and its reason', () => {
  expect(upgradeEvent('rolled_back', request, 'it crashed').message).toBe(
    'Rolled back from 1.1.0 to 1.0.0: 1.1.0 failed: it crashed',
  );
});

test('a switch by hand is told as one, with both versions', () => {
  const byHand = { ...request, requestId: 'rollback-1' };
  expect(upgradeEvent('committed', byHand, null).message).toBe('The agent was switched by hand from 1.0.0 to 1.1.0.');
  expect(upgradeEvent('committed', request, null).message).toBe('The version 1.1.0 stays.');
});
