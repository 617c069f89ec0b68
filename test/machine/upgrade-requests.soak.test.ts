import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { previousRelease, previousVersion } from '../harness/previous-release.ts';
import { platform } from '../harness/release-files.ts';
import { sharedRelease } from '../harness/shared-release.ts';
import { makeSigningKey, type TestSigningKey } from '../harness/signing-key.ts';
import { until } from '../harness/until.ts';
import { testFullDisks } from './full-disks.ts';
import { cancelled, failed, RequestedUpgrades } from './requested-upgrades.ts';
import { type CatalogEntry, catalogEntry, type UpgradeMachine } from './upgrade-machine.ts';

// What can go wrong with a request before the switch, on one machine with the previous release. After each test that
// release runs as before, with the node's container untouched, and nothing is left of the request. In the end it is upgraded after all.

const previous = previousVersion;
const present = '91.0.0';
let requests: RequestedUpgrades;
let machine: UpgradeMachine;
let key: TestSigningKey;

beforeAll(async () => {
  requests = await RequestedUpgrades.start(present);
  ({ machine } = requests);
  ({ key } = await sharedRelease());
}, 600_000);
afterEach(() => requests?.expectAsBefore(), 90_000);
afterAll(() => requests?.[Symbol.asyncDispose](), 60_000);

describe('an archive is refused, and the control plane knows why,', () => {
  const other = randomBytes(100_000);
  const signatureOf = (version: string, body: Buffer, signer = key) => catalogEntry(version, body, signer).signature;

  test.each<[string, (version: string, body: Buffer) => Partial<CatalogEntry>, RegExp]>([
    [
      'that is longer than the catalog says',
      () => ({ sizeBytes: 99_999 }),
      /has 100000 bytes, but the release lists 99999/,
    ],
    [
      'whose hash is another one',
      (version) => ({ sha256: catalogEntry(version, other, key).sha256 }),
      /has SHA-256 \w+, but the release lists/,
    ],
    [
      'that is signed by a key which the host does not know',
      (version, body) => ({ signature: signatureOf(version, body, makeSigningKey()) }),
      /is not trusted/,
    ],
    [
      'that has the signature of another file',
      (version) => ({ signature: signatureOf(version, other) }),
      /the signature does not match/,
    ],
  ])('%s', async (_what, change, reason) => {
    const version = requests.newVersion();
    const body = randomBytes(100_000);
    machine.releases.body = body;
    await machine.addRelease(version, { ...catalogEntry(version, body, key), ...change(version, body) });
    await machine.ask(version);
    expect(await machine.untilUpgraded()).toMatchObject(failed(reason));
    await requests.expectTold('fetching', 'failed');
  });

  test('that is an older release, rightly signed, in the place of a later one', async () => {
    const version = requests.newVersion();
    const file = join((await previousRelease()).folder, `satrap-${previous}-${platform}.tar.gz`);
    const body = readFileSync(file);
    machine.releases.body = body;
    const signature = readFileSync(`${file}.minisig`, 'utf8');
    await machine.addRelease(version, { ...catalogEntry(version, body, key), signature });
    await machine.ask(version);
    const reason = `correctly signed, but for version ${previous} instead of ${version}`;
    expect(await machine.untilUpgraded()).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
    await requests.expectTold('fetching', 'failed');
  });
});

test('a version below the installed one is refused by the control plane, and by the agent whatever a control plane asks for', async () => {
  const older = '0.0.1';
  await machine.addRelease(older, catalogEntry(older, randomBytes(10), key));
  await expect(machine.ask(older)).rejects.toThrow(/upgrade_not_possible/);
  machine.api.break({
    kind: 'sync',
    change: (answer) => ({ ...answer, upgrade: answer['upgrade'] && { ...answer['upgrade'], targetVersion: older } }),
  });
  await machine.ask(present);
  expect(await machine.untilUpgraded()).toMatchObject(failed(/0\.0\.1 is older than the running/));
  await requests.expectTold('failed');
});

test('a download that is cut goes on where it ended, and a request that is taken back while the new version rehearses leaves nothing', async () => {
  const { releases } = machine;
  releases.cutAfter(Math.floor(requests.archive.length / 2));
  const rehearsing = await requests.rehearsal();
  expect(releases.ranges.at(-1)).toMatch(/^bytes=[1-9]\d+-$/);
  await requests.cancel();
  expect(await machine.untilUpgraded()).toMatchObject(cancelled);
  await requests.expectTold('fetching', 'fetched', 'rehearsing', 'dropped');
  await rehearsing.end();
});

test('a release that is withdrawn while it is fetched is dropped', async () => {
  const version = await requests.addRefused();
  const stalled = requests.stall(1000);
  await machine.ask(version);
  await stalled;
  const mutation = `mutation($version: String!) {
    updateExecutorRelease(where: { version: $version }, data: { withdrawnReason: "it forgets" }) { id } }`;
  await machine.controlPlane.ask(mutation, { version });
  const reason = 'The release was withdrawn: it forgets';
  expect(await machine.untilUpgraded()).toMatchObject({ state: 'cancelled', reason });
  await requests.expectTold('fetching', 'dropped');
});

test('of two requests at once one is taken, and another one that replaces it while it is fetched is carried out', async () => {
  const versions = [await requests.addRefused(), await requests.addRefused()];
  const stalled = requests.stall(1000);
  const answers = await Promise.allSettled(versions.map((version) => machine.ask(version)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { message: expect.stringContaining('upgrade_already_pending') },
  });
  await stalled;
  // So that the agent hears of the second one with the answer that does not name the first one any more.
  machine.api.break({ kind: 'refuse' });
  await requests.cancel();
  await machine.ask(await requests.addRefused());
  machine.api.heal();
  expect(await machine.untilUpgraded()).toMatchObject(failed(/is not trusted/));
  await requests.expectTold('fetching', 'dropped', 'fetching', 'failed');
});

test('a request that is named again after its end is not carried out again, nor by an agent that was killed meanwhile', async () => {
  const { api, releases } = machine;
  const { replay } = requests.record();
  await machine.ask(await requests.addRefused());
  expect(await machine.untilUpgraded()).toMatchObject({ state: 'failed' });
  await requests.untilSays(/no upgrade requested/);
  const fetches = releases.ranges.length;
  replay();
  await requests.untilSays(/is not trusted/);
  const atMs = await machine.kill('satrap-agent');
  await machine.expectOneAgent(previous, { what: 'killed while a request is replayed', atMs });
  await requests.untilSays(/is not trusted/);
  await until('it is named several times', () => api.faultyRequests > 5);
  expect(releases.ranges).toHaveLength(fetches);
  await requests.expectTold('fetching', 'failed');
});

test('a clock that is set back by a day in the download, and on by two in the rehearsal, ends no request', async () => {
  const { box, releases } = machine;
  for (const file of ['stepped-clock.ts', 'stepped-clock-preload.ts'])
    await box.copyIn(join(import.meta.dirname, '../harness', file), `/opt/${file}`);
  await box.do('echo 0 >/opt/clock; chmod 644 /opt/clock /opt/*.ts');
  const step = async (days: number) => {
    await box.do(`echo ${days * 86_400_000} >/opt/clock`);
    await until('a heartbeat was answered at the other time', async () => {
      const at = Date.parse((await machine.status())?.lastSync.succeededAt ?? '');
      return Math.abs((at - Date.now()) / 86_400_000 - days) < 0.1;
    });
  };
  const environment = 'NODE_OPTIONS=--import=/opt/stepped-clock-preload.ts SATRAP_TEST_CLOCK=/opt/clock';
  await requests.withUnit(`Environment=${environment}`, async () => {
    const stalled = requests.stall(Math.floor(requests.archive.length / 2));
    const rehearsal = requests.rehearsal();
    const cut = await stalled;
    await step(-1);
    cut();
    const rehearsing = await rehearsal;
    expect(releases.ranges.at(-1)).toMatch(/^bytes=[1-9]\d+-$/);
    await step(1);
    await requests.expectTold('fetching', 'fetched', 'rehearsing');
    await requests.cancel();
    expect(await machine.untilUpgraded()).toMatchObject(cancelled);
    await requests.expectTold('fetching', 'fetched', 'rehearsing', 'dropped');
    await rehearsing.end();
  });
});

testFullDisks(() => requests);

test('a control plane that is gone between the rehearsal and the order, and then answers 429 and 500, is waited for; a request that was taken back meanwhile is not ordered', async () => {
  const { api, controlPlane } = machine;
  const rehearsing = await requests.rehearsal();
  await controlPlane.stop();
  await rehearsing.end();
  const isWaiting = /waiting for the control plane’s confirmation/;
  await requests.untilSays(isWaiting);
  for (const status of [429, 500]) {
    api.break({ kind: 'answer', status, type: 'text/plain', body: 'not now' });
    await until(`it is answered ${status}`, () => api.faultyRequests > 2);
  }
  await controlPlane.serve();
  await requests.untilSays(isWaiting);
  expect(await requests.leftovers()).toBe('fetch');
  await requests.cancel();
  api.heal();
  expect(await machine.untilUpgraded()).toMatchObject(cancelled);
  await requests.expectTold('fetching', 'fetched', 'rehearsing', 'rehearsed', 'dropped');
});

test('a folder of versions that is mounted read-only fails the upgrade at its first step, and the control plane knows why', async () => {
  const { box, releases } = machine;
  releases.body = requests.archive;
  // For the agent, systemd has mounted everything read-only: it cannot tell, and the watcher can.
  await box.do('mount --bind /opt/satrap /opt/satrap && mount -o remount,bind,ro /opt/satrap');
  await machine.ask(present);
  expect(await machine.untilUpgraded()).toMatchObject(failed(/step “unpack” failed: .*read-only/i));
  await machine.untilEnded();
  await box.do('umount /opt/satrap');
});

test('an agent on a read-only disk says so and cannot be asked, until the disk is writable again', async () => {
  const { box } = machine;
  await box.do('mount -t overlay -o lowerdir=/opt/satrap:/mnt overlay /opt/satrap && systemctl restart satrap-agent');
  await requests.expectUnable(/disk of \/opt\/satrap\/versions\/\S+ is mounted read-only/);
  await box.do('umount -l /opt/satrap && systemctl restart satrap-agent');
});

test.each<[string, string, string, RegExp]>([
  [
    'runs from a clone',
    'mkdir /opt/clone && cd /opt/satrap/current && cp -r lib templates package.json /opt/clone',
    'ExecStart=/opt/satrap/current/bin/node /opt/clone/lib/main.mjs agent run',
    /the agent runs from a clone \(\/opt\/clone\); update the clone/,
  ],
  [
    'has a copy of its data directory in another place',
    'cp -a /var/lib/satrap /var/lib/copy',
    'ExecStart=/usr/local/bin/satrap agent run --data-dir /var/lib/copy\nReadWritePaths=/var/lib/copy',
    /waits for another file than \/var\/lib\/copy\/upgrade\/order\.json; run as root: satrap agent install/,
  ],
])('an agent that %s says so and cannot be asked', async (_what, prepare, lines, reason) => {
  await machine.box.do(prepare);
  await requests.withUnit(`ExecStart=\n${lines}`, () => requests.expectUnable(reason));
});

test('the previous release is upgraded while a node is in “stopping” and its daemon does not end; a rollback brings it back, and the request does nothing when it is named again', async () => {
  const { box, nodes, nodeId, releases } = machine;
  releases.body = requests.archive;
  const pid = await box.do(`docker inspect -f '{{.State.Pid}}' satrap-${nodeId}`);
  await box.do(`kill -STOP ${pid}`);
  await nodes.act(nodeId, 'stop');
  const isStopping = async () => (await nodes.get(nodeId))?.status.phase === 'stopping';
  await until('the node is in “stopping”', isStopping);
  const { replay } = requests.record();
  await machine.ask(present);
  expect(await machine.untilUpgraded()).toMatchObject({ state: 'committed' });
  await machine.untilEnded();
  await machine.expectOneAgent(present);
  expect(await isStopping()).toBe(true);
  const fetches = releases.ranges.length;
  expect(await box.do('satrap agent rollback --yes')).toContain(`now running ${previous}`);
  await machine.untilEnded();
  expect(await isStopping()).toBe(true);
  await box.do(`kill -CONT ${pid}`);
  await nodes.untilPhase(nodeId, 'stopped');
  replay();
  await requests.untilSays(/the upgrade to 91\.0\.0 has ended: committed/);
  await until('it is named several times', () => machine.api.faultyRequests > 5);
  expect(releases.ranges).toHaveLength(fetches);
  expect(await box.do('ls -A /opt/satrap/versions')).toBe([previous, present].join('\n'));
  // Which is kept, for a rollback of the rollback.
  await box.do(`rm -r /opt/satrap/versions/${present}`);
}, 150_000);
