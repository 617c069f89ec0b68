import { expect, test } from 'vitest';
import type { ObservedContainer } from '../../../../src/agent/docker/engine/observed-container.ts';
import type { SeedObservation } from '../../../../src/agent/docker/observe.ts';
import { seed } from '../../../../src/agent/docker/operations/seed.ts';
import { newNodeRecord, type SeedRecord } from '../../../../src/agent/runtime/node-record.ts';
import { container, desired, observed, operation } from '../../../fixtures/node.ts';

const created = container('created');
const running = container('running');
const seen = (source: SeedObservation['source'], isComplete = false): SeedObservation => ({ source, isComplete });
const at = (stage: SeedRecord['stage']): SeedRecord => ({
  ...{ id: 'seed-1', from: 'n0', stage, reason: null, startedAt: null },
});
const failed: SeedRecord = { ...at('waiting'), reason: 'the disk is full', restartCounter: 1 };
const asked = operation('seed', { from: 'n0', name: 'zero' });

function plan(
  main: ObservedContainer,
  recorded: SeedRecord | undefined,
  seedSeen: SeedObservation | null,
  wish: object = asked,
) {
  const planned = seed.planContainer?.({
    ...{ main, isCurrent: true, desired: desired(wish), observed: observed({ seed: seedSeen }) },
    record: { ...newNodeRecord(0), operations: { seed: recorded } },
  });
  return planned == null ? 'as every node' : (planned.steps[0]?.kind ?? planned.blocked ?? planned.waitsFor);
}

test('invariant 3: a node that is no copy is planned as every node, and nothing is started on half a copy that nobody asks for any more', () => {
  expect(plan(created, undefined, null, {})).toBe('as every node');
  expect(plan(created, at('succeeded'), null, {})).toBe('as every node');
  expect(plan(created, at('copying'), null, {})).toMatch(/incomplete/);
});

const none = undefined;
const restarted = /the disk is full\. The source node is running again/;
test.each<[string, ObservedContainer, SeedRecord | undefined, SeedObservation | null, string | RegExp]>([
  ['the source is gone', created, none, seen('absent'), /is no longer on this host/],
  ['an agent that lost its store finds a complete copy', created, none, seen('down', true), 'as every node'],
  ['an agent that lost its store finds it running', running, none, null, 'as every node'],
  ['the source still runs', created, at('copying'), seen('up'), /must stop before its data/],
  ['the source went away meanwhile', created, at('copying'), seen('absent'), /is no longer on this host/],
  ['the daemon without peers has ended', container('exited'), at('verified'), null, 'start-container'],
  ['the daemon runs with peers', running, at('succeeded'), null, 'as every node'],
  ['the copy failed', created, failed, seen('up'), restarted],
])('when %s', (_what, main, recorded, observation, expected) => {
  expect(plan(main, recorded, observation)).toEqual(
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  );
});

test('a copy that failed is begun again once a restart is requested', () => {
  expect(plan(created, failed, seen('up'), { ...asked, restartCounter: 1 })).toMatch(/the disk is full/);
  expect(plan(created, failed, seen('up'), { ...asked, restartCounter: 2 })).toBe('reserve-source');
});
