import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type AgentKey, agentKey, keyRotation } from '../../../src/agent/control-plane/key-rotation.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

const start = Date.parse('2026-11-21T12:00:00Z');
const day = 86_400_000;
const log = pino({ level: 'silent' });
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

let folder: string;
let file: string;
let clock: VirtualClock;
let ending: AbortController;
let requests: number;
beforeEach(() => {
  folder = scratchFolder('key');
  file = join(folder, 'executor.key');
  writeFileSync(file, 'former-key\n', { mode: 0o600 });
  clock = new VirtualClock(start);
  ending = new AbortController();
  requests = 0;
  onTestFinished(() => ending.abort());
});

/** A rotation of a key that expires 30 days after it; the control plane gives another key, or fails while `isAway`. */
function rotationOf(key: AgentKey, rotateAt: number | null, isAway = () => false) {
  let warnings = 0;
  const requestKey = async () => {
    requests++;
    if (isAway()) throw new Error('cannot reach the control plane');
    return 'other-key';
  };
  const onWarning = () => void warnings++;
  const rotation = keyRotation({ key, requestKey, onWarning, pulse: testPulse(), clock, log });
  void rotation.run(ending.signal);
  rotation.schedule({ rotateAt: iso(rotateAt), expiresAt: iso(rotateAt && rotateAt + 30 * day) });
  return { rotation, warnings: () => warnings };
}

test('rotates its key when due, also after an outage, and stores the new one', async () => {
  const key = agentKey('former-key', file);
  let isAway = true;
  const { rotation } = rotationOf(key, start + 60 * day, () => isAway);
  await clock.passUntil(start + 60 * day - 1);
  expect([requests, key.text]).toEqual([0, 'former-key']);
  await clock.passUntil(start + 60 * day + 1000);
  expect(rotation.warning).toContain('cannot reach');
  expect([requests, key.text]).toEqual([1, 'former-key']);
  isAway = false;
  await clock.passUntil(start + 60 * day + 10 * 60_000);
  expect([key.text, rotation.warning]).toEqual(['other-key', null]);
  expect(readFileSync(file, 'utf8')).toBe('other-key\n');
  expect(rotation.term).toEqual({ rotateAt: null, expiresAt: null });
  const before = requests;
  await clock.passUntil(start + 90 * day);
  expect(requests).toBe(before);
});

test('never rotates a key that does not expire, and reports its path on request only', async () => {
  const key = agentKey('former-key', null);
  const { rotation, warnings } = rotationOf(key, null);
  await clock.passUntil(start + 400 * day);
  expect([rotation.warning, warnings(), requests]).toEqual([null, 0, 0]);
  expect(key.whyNotReplaceable()).toContain('satrap agent join');
  expect(() => key.replace('other')).toThrow('satrap agent join');
});

test('requests no key that cannot be stored, and warns at once with the fix', async () => {
  const readOnly = agentKey('former-key', join(folder, 'none', 'executor.key'));
  const { rotation, warnings } = rotationOf(readOnly, start + day);
  const advice = /cannot store a new API key in .* move the file to a directory that the agent can write/;
  expect(rotation.warning).toMatch(advice);
  expect(warnings()).toBe(1);
  await clock.passUntil(start + 2 * day);
  expect([requests, readOnly.text]).toEqual([0, 'former-key']);
});
