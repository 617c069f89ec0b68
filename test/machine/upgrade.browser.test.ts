import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { consoleUrl, signInAsOwner, TestBrowser } from '../harness/console.ts';
import { previousVersion } from '../harness/previous-release.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/until.ts';
import { crashing, expectFound, unreadable, withMigration } from './failing-versions.ts';
import { expectKept, fillStore, readStore, type StoreContents } from './filled-store.ts';
import { heartbeatGap } from './heartbeat-gap.ts';
import { failed } from './requested-upgrades.ts';
import { catalogEntry, UpgradeMachine } from './upgrade-machine.ts';

// One upgrade of each kind on one machine with systemd: refused, rolled back, committed, and reverted by hand. The tests follow one another: each
// begins with the version and the store that the one before it left. The soak goes on from there, and has every other way in which an upgrade fails.

const previous = previousVersion;
const present = '90.9.0';
const good = '90.9.1';
/** Above all others: a control plane asks for nothing older than what runs. */
const foreign = { ...unreadable, release: { ...unreadable.release, version: '90.9.9' } };
let machine: UpgradeMachine;
let browser: TestBrowser;
let contents: StoreContents;
let runs: string;

beforeAll(async () => {
  const ofSoak = isSoak() ? [{ version: good, change: withMigration }, foreign.release] : [];
  machine = await UpgradeMachine.start([{ version: present, change: withMigration }, crashing.release, ...ofSoak], {
    consoleDir: inject('consoleFolder'),
    installed: 'previous',
  });
  browser = await TestBrowser.start();
  contents = await fillStore(machine);
  runs = await machine.containers();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await machine?.[Symbol.asyncDispose]();
}, 60_000);

/** Expects one agent, of this version, which left every container of a node alone, and every word of the store. */
async function expectSwitched(version: string): Promise<void> {
  await machine.untilEnded();
  await machine.expectOneAgent(version);
  expect(await machine.containers()).toBe(runs);
  const now = await readStore(machine);
  expectKept(contents, now);
  contents = now;
}

test('an archive that is signed by an unknown key is refused, and the previous release runs on', async () => {
  const version = '90.2.0';
  machine.releases.body = randomBytes(100_000);
  await machine.addRelease(version, catalogEntry(version, machine.releases.body, makeSigningKey()));
  await machine.ask(version);
  expect(await machine.untilUpgraded()).toMatchObject(failed(/is not trusted/));
  await machine.expectOneAgent(previous);
  expect(await machine.box.do('ls -A /opt/satrap/versions')).toBe(previous);
  expect(await machine.containers()).toBe(runs);
}, 60_000);

test(`a version that ${crashing.fault} is found, and the previous release runs again with its evidence`, async () => {
  await expectFound(machine, crashing);
}, 200_000);

test('the previous release is upgraded from the console to a version with another form of the store; the nodes run on, and heartbeats hardly pause', async () => {
  const page = await browser.open(consoleUrl(machine.controlPlane));
  await signInAsOwner(page, machine.controlPlane);
  await machine.publish(present);
  await page.goto(`executors/${machine.executorId}`);
  const agent = page.getByRole('region', { name: 'Agent' });
  await agent.getByRole('button', { name: 'Upgrade' }).waitFor();
  const begun = performance.now();
  const gap = await heartbeatGap(machine.controlPlane, async () => {
    await agent.getByRole('button', { name: 'Upgrade' }).click();
    await agent.getByText(`to ${present}: `).waitFor();
    expect(await machine.untilUpgraded()).toMatchObject({ state: 'committed' });
  });
  const seconds = (performance.now() - begun) / 1000;
  console.log(`upgrade: ${seconds.toFixed(1)} s from the request to the end, ${gap} ms between two heartbeats at most`);
  await expectSwitched(present);
  expect(await machine.box.do('ls -A /opt/satrap/versions')).toBe([previous, present].toSorted().join('\n'));
  expect(await machine.box.do('readlink /opt/satrap/former /opt/satrap/watcher')).toBe(
    `versions/${previous}\nversions/${present}`,
  );
  await agent
    .getByRole('listitem')
    .filter({ hasText: `→ ${present}` })
    .getByText('upgraded', { exact: true })
    .waitFor();
  await agent.getByText('No newer release').waitFor();
  expect(browser.faults).toEqual([]);
}, 200_000);

test('a rollback by hand to the previous release goes on when agent and watcher are killed in it, and loses nothing of the store', async () => {
  const rollback = machine.box.do('satrap agent rollback --yes');
  await machine.untilPhase('store');
  await machine.kill('satrap-agent-upgrade', 'satrap-agent');
  await machine.untilPhase('judge');
  const atMs = await machine.kill('satrap-agent-upgrade', 'satrap-agent');
  await machine.expectOneAgent(previous, { what: 'agent and watcher killed in the judgement', atMs });
  expect(await rollback).toContain(`now running ${previous}`);
  await expectSwitched(previous);
}, 200_000);

if (isSoak()) testRest();

function testRest(): void {
  test('the previous release is upgraded once more, to a version with another form of the store', async () => {
    expect(await machine.upgrade(good)).toMatchObject({ state: 'committed' });
    await expectSwitched(good);
    expect(contents.upgrades.slice(-3)).toEqual([
      { targetVersion: present, state: 'committed' },
      { targetVersion: previous, state: 'committed' },
      { targetVersion: good, state: 'committed' },
    ]);
    machine.api.heal();
  }, 200_000);

  test('what waited to be sent in each of the versions arrives once', async () => {
    const arrived = async () => {
      const query = '{ events(filter: { take: 500, direction: newer }) { nodes { id kind data } } }';
      return (await machine.controlPlane.ask(query)).events.nodes as { id: string; kind: string; data: object }[];
    };
    const { events } = contents.unsent;
    await until('all has arrived', async () => {
      const ids = new Set((await arrived()).map(({ id }) => id));
      return events.every((id) => ids.has(id));
    });
    const told = (await arrived()).filter(({ kind }) => kind === 'upgrade.committed');
    expect(told.map(({ data }) => data)).toMatchObject([
      { fromVersion: previous, targetVersion: present },
      { fromVersion: present, targetVersion: previous },
      { fromVersion: previous, targetVersion: good },
    ]);
  }, 60_000);

  test('a version that cannot read the store is not switched to, and the console says why', async () => {
    expect(await machine.upgrade(foreign.release.version)).toMatchObject({
      state: foreign.state,
      reason: expect.stringMatching(foreign.evidence),
    });
    await machine.untilEnded();
    await machine.expectOneAgent(good);
    const page = await browser.open(consoleUrl(machine.controlPlane));
    await signInAsOwner(page, machine.controlPlane);
    await page.goto(`executors/${machine.executorId}`);
    await page
      .getByRole('region', { name: 'Agent' })
      .getByRole('listitem')
      .filter({ hasText: foreign.release.version })
      .getByText('the store is foreign')
      .waitFor();
  }, 200_000);

  test('units of another version are named by the doctor, and replaced by an installation over it', async () => {
    const { box } = machine;
    await box.do(
      'cd /etc/systemd/system && rm satrap-agent-shutdown.target && echo "# another" >>satrap-agent.service',
    );
    const judgedUnits = async () => {
      const findings: { check: string }[] = JSON.parse(await box.do('satrap agent doctor --json'));
      return findings.find(({ check }) => check === 'units');
    };
    expect(await judgedUnits()).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('satrap-agent.service, satrap-agent-shutdown.target'),
      remedy: expect.stringMatching(/^satrap agent install/),
    });
    expect(await box.do('satrap agent install')).toMatch(/write .*satrap-agent-shutdown.target[\s\S]*is online/);
    expect(await judgedUnits()).toMatchObject({ level: 'ok' });
    await machine.expectOneAgent(good);
    expect(await machine.containers()).toBe(runs);
  }, 60_000);

  test('a power cut at the step “store” of a rollback to the previous release ends with one agent, and the store is again of the former form', async () => {
    await cutPowerIn('store', good, previous);
  }, 200_000);

  test('a control plane that is gone is no reason to go back from a rollback of a rollback', async () => {
    await machine.controlPlane.stop();
    const { code, text } = await machine.box.run('satrap agent rollback --yes');
    await machine.controlPlane.serve();
    expect([code, text]).toEqual([0, expect.stringContaining(`${good} runs`)]);
    await until('it is online', async () => {
      const { executors } = await machine.controlPlane.ask('{ executors { status version } }');
      return executors[0].status === 'online' && executors[0].version === good;
    });
  }, 200_000);

  test('a power cut at the step “start” of a rollback to the previous release ends with one agent', async () => {
    await cutPowerIn('start', good, previous);
  }, 200_000);

  test('an agent that is uninstalled in the midst of a rollback of a rollback leaves nothing of the upgrade', async () => {
    const rollback = machine.box.run('satrap agent rollback --yes');
    await machine.untilPhase('judge');
    await machine.box.do('satrap agent uninstall --yes');
    await rollback;
    for (const path of ['/opt/satrap', '/var/lib/satrap', '/var/lib/satrap-upgrade'])
      expect([path, (await machine.box.run(`test -e ${path}`)).code]).toEqual([path, 1]);
    expect(
      await machine.box.do(
        'systemctl list-unit-files --no-legend "satrap*"; pgrep -fa "[m]ain.mjs|[a]gent.cjs" || true',
      ),
    ).toBe('');
  }, 200_000);
}

async function cutPowerIn(phase: 'store' | 'start', from: string, to: string): Promise<void> {
  expect((await machine.status())?.version).toBe(from);
  const rollback = machine.box.run('satrap agent rollback --yes');
  await machine.untilPhase(phase);
  const atMs = Date.now();
  await machine.box.cut();
  await rollback;
  await machine.expectOneAgent(to, { what: `power cut at the step “${phase}”`, atMs });
  await machine.untilEnded();
  await machine.expectOneAgent(to);
}
