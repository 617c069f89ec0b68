import { expect, test } from 'vitest';
import type { ObservedContainer } from '../../../../src/agent/docker/engine/observed-container.ts';
import type { SeedObservation } from '../../../../src/agent/docker/observe.ts';
import { planSeed } from '../../../../src/agent/docker/seed/plan-seed.ts';
import type { Seed } from '../../../../src/agent/runtime/node-record.ts';
import { container } from '../../../fixtures/node.ts';

const created = container('created');
const running = container('running');
const seen = (source: SeedObservation['source'], isComplete = false): SeedObservation => ({ source, isComplete });
const at = (state: 'copying' | 'copied' | 'verified' | 'done'): Seed => ({ from: 'n0', state });
const failed: Seed = { from: 'n0', state: 'failed', reason: 'the disk is full', restartCounter: 1 };

const plan = (
  main: ObservedContainer,
  seed: Seed | undefined,
  seedSeen: SeedObservation | null,
  restartCounter = 0,
) => {
  const planned = planSeed(main, { seedFrom: 'n0', restartCounter }, seedSeen, { seed });
  return planned === null ? 'as every node' : (planned.steps[0]?.kind ?? planned.blocked ?? planned.waitsFor);
};

test('a node that is to be a copy of none is planned as every node', () => {
  expect(planSeed(created, { seedFrom: null, restartCounter: 0 }, null, {})).toBeNull();
});

test.each<[what: string, ObservedContainer, Seed | undefined, SeedObservation | null, expected: string | RegExp]>([
  ['nothing was copied yet', created, undefined, seen('up'), 'reserve-source'],
  ['the source is gone', created, undefined, seen('absent'), /is not on this host any more/],
  ['an agent that lost its store finds a complete copy', created, undefined, seen('down', true), 'as every node'],
  ['an agent that lost its store finds it running', running, undefined, null, 'as every node'],
  ['the source still runs', created, at('copying'), seen('up'), /ends gently/],
  ['the source is down', created, at('copying'), seen('down'), 'copy-data'],
  ['the source went away meanwhile', created, at('copying'), seen('absent'), /is not on this host any more/],
  ['the copy is made', created, at('copied'), null, 'start-container'],
  ['a daemon without peers runs on it', running, at('copied'), null, 'verify-data'],
  ['it is proven', running, at('verified'), null, 'stop-container'],
  ['the daemon without peers has ended', container('exited'), at('verified'), null, 'start-container'],
  ['the daemon runs with peers', running, at('done'), null, 'as every node'],
  ['the copy failed', created, failed, seen('up'), /the disk is full; the source runs again/],
])('when %s', (_what, main, seed, observation, expected) => {
  if (typeof expected === 'string') expect(plan(main, seed, observation)).toBe(expected);
  else expect(plan(main, seed, observation)).toMatch(expected);
});

test('a copy that failed is begun again once a restart is requested', () => {
  expect(plan(created, failed, seen('up'), 1)).toMatch(/the disk is full/);
  expect(plan(created, failed, seen('up'), 2)).toBe('reserve-source');
});
