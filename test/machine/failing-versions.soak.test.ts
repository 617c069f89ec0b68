import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/until.ts';
import {
  crashing,
  deaf,
  dying,
  expectFound,
  type FailingVersion,
  refusing,
  stuck,
  unreaching,
  unreadable,
  watcherLines,
} from './failing-versions.ts';
import { fillStore, readStore, type StoreContents } from './filled-store.ts';
import { UpgradeMachine } from './upgrade-machine.ts';

// Versions that fail, which the watcher must find. The tests follow one another on one machine: each begins and ends with this version and
// the same full store.

const lost: FailingVersion = {
  ...deaf,
  release: { ...deaf.release, version: '90.2.9' },
  evidence: /cannot read the watcher’s journal/,
};
const versions = [crashing, refusing, stuck, unreaching, dying, unreadable];
const failing = [deaf, lost, ...versions];
let machine: UpgradeMachine;
let contents: StoreContents;

beforeAll(async () => {
  machine = await UpgradeMachine.start(failing.map(({ release }) => release));
  contents = await fillStore(machine);
}, 600_000);
afterAll(() => machine?.[Symbol.asyncDispose](), 60_000);

test(`a version that ${deaf.fault} is found, and killed before systemd would do it`, async () => {
  await expectFound(machine, deaf);
  const said = await machine.box.do('journalctl -u satrap-agent.service --no-pager');
  expect(said).toMatch(/Main process exited, code=killed, status=9\/KILL/);
  expect(said).not.toMatch(/timed out/);
}, 200_000);

test('a journal of the watcher that is lost while a version is judged: the former one runs again, and nothing is stuck', async () => {
  const { box, first } = machine;
  await machine.request(lost.release.version);
  await machine.untilPhase('judge');
  const folder = '/var/lib/satrap-upgrade';
  await box.do(`systemctl kill -s KILL satrap-agent-upgrade; printf '\\0\\0\\0' >${folder}/journal.json`);
  expect(await machine.untilUpgraded()).toMatchObject({
    state: 'rolled_back',
    reason: expect.stringMatching(lost.evidence),
  });
  await machine.untilEnded();
  await machine.expectOneAgent(first);
  expect((await machine.status())?.upgrade?.last).toMatchObject({
    targetVersion: lost.release.version,
    state: 'rolled_back',
  });
  expect(await box.do('journalctl -u satrap-agent-upgrade -o cat --no-pager')).toContain('journal.json.damaged');
  await box.do(`test -s ${folder}/journal.json.damaged`);
  // install.sh would refuse an installation else.
  expect((await box.run('systemctl is-active satrap-agent-upgrade.service')).text.trim()).toBe('inactive');
}, 200_000);

test.each(versions)(
  'a version that $fault is found, and the former one runs again with its evidence',
  (version) => expectFound(machine, version),
  200_000,
);

test('what waited to be sent arrives once, with an event for each version that failed', async () => {
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
    failing.map(({ release, state, evidence }) => ({
      kind: `upgrade.${state.replace('_', '-')}`,
      // The control plane's own event of the failed upgrade is the error.
      level: 'info',
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
