import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/until.ts';
import {
  crashing,
  dying,
  expectFound,
  type FailingVersion,
  hanging,
  unreaching,
  unreadable,
  watcherLines,
} from './failing-versions.ts';
import { fillStore, readStore, type StoreContents } from './filled-store.ts';
import { UpgradeMachine } from './upgrade-machine.ts';

// Versions that fail, made from this one, which the watcher of the previous release must find. That release is made from its own commit. The
// tests follow one another on one machine: each begins and ends with that release and the same full store.

const versions = [crashing, hanging, unreaching, dying, unreadable];
let machine: UpgradeMachine;
let contents: StoreContents;

beforeAll(async () => {
  machine = await UpgradeMachine.start(
    versions.map(({ release }) => release),
    { installed: 'previous' },
  );
  contents = await fillStore(machine);
}, 600_000);
afterAll(() => machine?.[Symbol.asyncDispose](), 60_000);

test.each(versions.filter(({ state }) => state === 'rolled_back'))(
  'the previous release finds a version that $fault, and runs again with its store',
  (version) => expectFound(machine, version),
  200_000,
);

test('the previous release does not switch to a version that cannot read the store', async () => {
  await expectFound(machine, unreadable);
}, 200_000);

test('what waited to be sent arrives once, with an event for each version that the previous release found', async () => {
  const arrived = async () => {
    const query = '{ events(filter: { take: 500, direction: newer }) { nodes { id kind level data } } }';
    return (await machine.controlPlane.ask(query)).events.nodes as {
      id: string;
      kind: string;
      level: string;
      data: { fromVersion: string; targetVersion: string; reason: string };
    }[];
  };
  const { events: waited } = (await readStore(machine)).unsent;
  expect(waited).toEqual(expect.arrayContaining(contents.unsent.events));
  machine.api.heal();
  await until('all has arrived', async () => {
    const ids = new Set((await arrived()).map(({ id }) => id));
    return waited.every((id) => ids.has(id));
  });
  const ends = (await arrived()).filter(({ kind }) => /^upgrade\.(rolled-back|failed)$/.test(kind));
  expect(ends).toMatchObject(
    versions.map(({ release, state, evidence }) => ({
      kind: `upgrade.${state.replace('_', '-')}`,
      level: 'error',
      data: {
        fromVersion: machine.first,
        targetVersion: release.version,
        reason: expect.stringMatching(evidence),
      },
    })),
  );
}, 60_000);

test('a version that failed is tried again when it is asked for anew, and not while the control plane goes on to name a request that has ended', async () => {
  let named: { requestId: string } | undefined;
  let isEnded = false;
  let timesNamed = 0;
  machine.api.break({
    kind: 'sync',
    change: (payload) => {
      named = (payload.upgrade as typeof named) ?? named;
      if (isEnded) timesNamed++;
      return { ...payload, upgrade: named ?? null };
    },
  });
  const switchesTo = async ({ release: { version } }: FailingVersion) =>
    (await watcherLines(machine)).filter(({ text }) => text.endsWith(` to ${version}: start`)).length;
  expect(await switchesTo(crashing)).toBe(1);
  machine.releases.body = readFileSync(machine.archiveOf(crashing.release.version).file);
  await machine.ask(crashing.release.version);
  expect(await machine.untilUpgraded()).toMatchObject({ state: 'rolled_back' });
  await machine.untilEnded();
  await machine.expectOneAgent(machine.first);
  expect(await switchesTo(crashing)).toBe(2);

  const said = (await watcherLines(machine)).length;
  const fetched = machine.releases.ranges.length;
  isEnded = true;
  await until('it is named again and again', () => timesNamed >= 5);
  const { upgrade } = JSON.parse(await machine.box.do('satrap agent status --json'));
  expect(upgrade).toMatchObject({
    why: expect.stringContaining('has ended: rolled_back'),
    request: { requestId: named?.requestId, state: 'rolled_back' },
  });
  expect(await watcherLines(machine)).toHaveLength(said);
  expect(machine.releases.ranges).toHaveLength(fetched);
  await machine.expectOneAgent(machine.first);
}, 200_000);
