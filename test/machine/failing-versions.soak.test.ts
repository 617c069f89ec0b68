import { afterAll, beforeAll, expect, test } from 'vitest';
import { crashing, deaf, expectFound, type FailingVersion, others, unreadable } from './failing-versions.ts';
import { fillStore } from './filled-store.ts';
import { startUpgradeMachine, type UpgradeMachine } from './upgrade-machine.ts';

// Versions that fail, which the watcher must find. The tests follow one another on one machine: each begins and ends with this version and
// the same full store.

const lost: FailingVersion = {
  ...deaf,
  release: { ...deaf.release, version: '90.2.9' },
  evidence: /cannot read the watcher’s journal/,
};
const versions = [crashing, ...others, unreadable];
const failing = [deaf, lost, ...versions];
let machine: UpgradeMachine;

beforeAll(async () => {
  machine = await startUpgradeMachine(failing.map(({ release }) => release));
  await fillStore(machine);
}, 600_000);
afterAll(() => machine?.dispose(), 60_000);

test(`a version that ${deaf.fault} is found, and killed before systemd would do it`, async () => {
  await expectFound(machine, deaf);
  const said = await machine.box.do('journalctl -u satrap-agent.service --no-pager');
  expect(said).toMatch(/Main process exited, code=killed, status=9\/KILL/);
  expect(said).not.toMatch(/timed out/);
}, 200_000);

test('a switch whose journal is lost while a version is judged rolls back', async () => {
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
