import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { consoleUrl, signInAsOwner, TestBrowser } from '../harness/console.ts';
import { previousVersion } from '../harness/previous-release.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { catalogEntry } from './catalog-entry.ts';
import { crashing, expectFound, withMigration } from './failing-versions.ts';
import { expectKept, fillStore, readStore } from './filled-store.ts';
import { heartbeatGap } from './heartbeat-gap.ts';
import { failed } from './requested-upgrades.ts';
import { UpgradeMachine } from './upgrade-machine.ts';

// One upgrade of each kind on one machine with systemd: refused, rolled back, committed, and reverted by hand. The tests follow one another. The
// soak has every other way in which an upgrade fails.

const previous = previousVersion;
const present = '90.9.0';
let machine: UpgradeMachine;
let browser: TestBrowser;

beforeAll(async () => {
  machine = await UpgradeMachine.start([{ version: present, change: withMigration }, crashing.release], {
    consoleDir: inject('consoleFolder'),
    installed: 'previous',
  });
  browser = await TestBrowser.start();
  await fillStore(machine);
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await machine?.[Symbol.asyncDispose]();
}, 60_000);

test('an archive that is signed by an unknown key is refused, and the previous release runs on', async () => {
  const version = '90.2.0';
  const runs = await machine.containers();
  machine.releases.body = randomBytes(100_000);
  await machine.addRelease(version, catalogEntry(version, machine.releases.body, makeSigningKey()));
  await machine.ask(version);
  expect(await machine.untilUpgraded()).toMatchObject(failed(/not among the trusted ones/));
  await machine.expectOneAgent(previous);
  expect(await machine.box.do('ls -A /opt/satrap/versions')).toBe(previous);
  expect(await machine.containers()).toBe(runs);
}, 60_000);

test(`a version that ${crashing.fault} is found, and the previous release runs again with its evidence`, async () => {
  await expectFound(machine, crashing);
}, 200_000);

test('the previous release is upgraded from the console to a version with another form of the store; the nodes run on, and heartbeats hardly pause', async () => {
  const runs = await machine.containers();
  const contents = await readStore(machine);
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
  await machine.untilEnded();
  await machine.expectOneAgent(present);
  expect(await machine.containers()).toBe(runs);
  expectKept(contents, await readStore(machine));
  expect(await machine.box.do('ls -A /opt/satrap/versions')).toBe([previous, present].toSorted().join('\n'));
  expect(await machine.box.do('readlink /opt/satrap/former /opt/satrap/watcher')).toBe(
    `versions/${previous}\nversions/${present}`,
  );
  await agent
    .getByRole('listitem')
    .filter({ hasText: `→ ${present}` })
    .getByText('upgraded', { exact: true })
    .waitFor();
  await agent.getByText('There is no later release for it').waitFor();
  expect(browser.faults).toEqual([]);
}, 200_000);

test('a rollback by hand to the previous release goes on when agent and watcher are killed in it, and loses nothing of the store', async () => {
  const runs = await machine.containers();
  const contents = await readStore(machine);
  const rollback = machine.box.do('satrap agent rollback --yes');
  await machine.untilPhase('judge');
  const atMs = await machine.kill('satrap-agent-upgrade', 'satrap-agent');
  await machine.expectOneAgent(previous, { what: 'agent and watcher killed in the judgement', atMs });
  expect(await rollback).toContain(`${previous} runs`);
  await machine.untilEnded();
  await machine.expectOneAgent(previous);
  expect(await machine.containers()).toBe(runs);
  expectKept(contents, await readStore(machine));
}, 200_000);
