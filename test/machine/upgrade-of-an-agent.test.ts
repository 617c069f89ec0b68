import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { platform, releaseFiles } from '../harness/release-files.ts';
import { ReleaseServer } from '../harness/release-server.ts';
import { releaseVariants, type VariantArchive } from '../harness/release-variant.ts';
import { satrap } from '../harness/satrap.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
import { dockerHostOfTests } from './docker-host.ts';
import { forwardFromContainers } from './forwarder.ts';

// One machine, on which these tests follow one another: each begins with the version and the store that the one before it left.

const ends = new AsyncDisposableStack();
const first = ownVersion();
const crashing = '90.0.1';
const hanging = '90.0.2';
const unreadable = '90.0.3';
const good = '90.0.4';
let controlPlane: TestControlPlane;
let box: Box;
let nodeId: string;
let run: string;
let archives: VariantArchive[];
let releases: ReleaseServer;
let releaseUrl: string;
let executorId: string;

beforeAll(async () => {
  ends.use(dockerHostOfTests());
  await ensureBoxImage(AbortSignal.timeout(240_000));
  const key = makeSigningKey();
  const release = ends.use(await releaseFiles(key));
  archives = await releaseVariants(release.folder, key, [
    { version: crashing, begin: 'case "$*" in "agent run") echo "cannot go on: no flux" >&2; exit 1 ;; esac' },
    { version: hanging, begin: 'case "$*" in "agent run") exec sleep 1000 ;; esac' },
    {
      version: unreadable,
      begin: 'case "$*" in "agent upgrade-store"*) echo "the store is foreign" >&2; exit 1 ;; esac',
    },
    {
      version: good,
      // A migration of its own, behind the last one.
      change: (text) =>
        text.replace(
          /(outbox_dropped \(kind TEXT PRIMARY KEY, count INTEGER NOT NULL\) STRICT;)`/,
          '$1`,`ALTER TABLE outbox ADD COLUMN urgent INTEGER`',
        ),
    },
  ]);
  controlPlane = await TestControlPlane.start();
  ends.defer(() => controlPlane.destroy());
  const way = ends.use(await forwardFromContainers(controlPlane.settings.port));
  releases = ends.use(await ReleaseServer.start(way.host));
  const releaseWay = ends.use(await forwardFromContainers(releases.port));
  releaseUrl = `https://${releaseWay.host}:${releaseWay.port}/satrap.tar.gz`;
  box = await Box.boot();
  ends.defer(() => box.destroy());
  await box.copyIn(release.folder, '/root/release');
  const image = inject('clientImages')['28.1'] ?? '';
  await box.loadImage(image);
  await box.do('mkdir -p /etc/satrap');
  await box.copyIn(releases.caFile, '/etc/satrap/ca.pem');
  await box.do(
    'cat >/etc/satrap/agent.toml',
    `allow_regtest = true\nca_file = "/etc/satrap/ca.pem"\n[images]\n"28.1" = "${image}"\n`,
  );
  const { stdout } = await satrap(['executors', 'token', '--url', controlPlane.url], {
    SATRAP_API_KEY: controlPlane.personalKey,
  });
  await box.do('cat >/root/token && chmod 600 /root/token', stdout.trim());
  const url = `http://${way.host}:${way.port}/graphql`;
  await box.do(`sh /root/release/install.sh -- --url ${url} --token-file /root/token --insecure-http`);
  const { executors } = await controlPlane.ask('{ executors { id } }');
  executorId = executors[0].id;
  const nodes = new TestNodes(controlPlane, executorId);
  nodeId = (await nodes.create('housed')).id;
  await nodes.untilPhase(nodeId, 'running', 90_000);
  run = await container();
}, 600_000);
afterAll(() => ends.disposeAsync(), 60_000);

/** The node's container and when it began its run. */
const container = () => box.do(`docker inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`);
const runningVersion = async (): Promise<string | undefined> => {
  const { code, text } = await box.run('satrap agent status --json');
  return code === 0 ? JSON.parse(text).version : undefined;
};
const agents = () => box.do('pgrep -fc "[.]mjs agent ru[n]"');

const archiveOf = (version: string): VariantArchive => {
  const archive = archives.find((each) => each.version === version);
  if (archive === undefined) throw new Error(`there is no ${version}`);
  return archive;
};

/** Adds a release to the catalog, asks for it as a person does, and waits until the control plane knows how it ended. */
async function upgrade(version: string): Promise<{ state: string; reason: string | null }> {
  const { file, sizeBytes, sha256, signature } = archiveOf(version);
  releases.body = readFileSync(file);
  const artifact = { platform, url: releaseUrl, sizeBytes, sha256, signature };
  await controlPlane.ask('mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }', {
    data: { version, channel: 'stable', notes: '', artifacts: [artifact] },
  });
  await controlPlane.ask(
    'mutation($id: ID!, $version: String!) { requestExecutorUpgrade(executorId: $id, targetVersion: $version) { id } }',
    { id: executorId, version },
  );
  return until(
    'the control plane knows the end',
    async () => {
      const query = 'query($id: ID!) { executor(where: { id: $id }) { upgrades { state reason endedAt } } }';
      const { executor } = await controlPlane.ask(query, { id: executorId });
      return executor.upgrades[0].endedAt !== null && executor.upgrades[0];
    },
    180_000,
  );
}

/** Waits until the watcher is done with everything. */
const untilEnded = () =>
  until(
    'the switch has ended',
    async () => {
      const files = ['/var/lib/satrap/upgrade/order.json', '/var/lib/satrap-upgrade/journal.json'];
      return (await box.run(files.map((file) => `test -e ${file}`).join(' || '))).code !== 0;
    },
    150_000,
  );

const phases = ['stop', 'store', 'pointer', 'start', 'judge', 'commit'];
/** Waits until the watcher is at a step or behind it. */
const untilPhase = (phase: string) =>
  box.do(
    `timeout 60 sh -c 'until grep -qE "\\"phase\\":\\"(${phases.slice(phases.indexOf(phase)).join('|')})\\"" /var/lib/satrap-upgrade/journal.json 2>/dev/null; do sleep 0.02; done'`,
  );
/** Ends the watcher, with what it has started, and the agent. */
const kill = 'systemctl kill -s KILL satrap-agent-upgrade; systemctl kill -s KILL satrap-agent; true';

async function expectOneAgent(version: string): Promise<void> {
  expect(await until(`${version} runs`, async () => (await runningVersion()) === version, 30_000)).toBe(true);
  expect(await agents()).toBe('1');
  expect(await box.do('readlink /opt/satrap/current')).toBe(`versions/${version}`);
}

test('a version that crashes at its start is found, and the former one runs again with its evidence', async () => {
  expect(await upgrade(crashing)).toMatchObject({
    state: 'rolled_back',
    reason: expect.stringMatching(/ended 3 times: exit code 1[\s\S]*cannot go on: no flux/),
  });
  await untilEnded();
  await expectOneAgent(first);
  expect(await container()).toBe(run);
}, 200_000);

test('a version that hangs is found, and the former one runs again', async () => {
  expect(await upgrade(hanging)).toMatchObject({
    state: 'rolled_back',
    reason: expect.stringMatching(/does not answer/),
  });
  await untilEnded();
  await expectOneAgent(first);
}, 200_000);

test('a version that cannot read the store is not switched to', async () => {
  expect(await upgrade(unreadable)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('the store is foreign'),
  });
  await untilEnded();
  await expectOneAgent(first);
}, 200_000);

test('a version that does is kept, with another form of the store; the node runs on, and heartbeats hardly pause', async () => {
  const beats = new Set<string>();
  const watching = new AbortController();
  const watched = (async () => {
    while (!watching.signal.aborted) {
      const { executors } = await controlPlane.ask('{ executors { lastSeenAt } }');
      beats.add(executors[0].lastSeenAt);
      await delay(50);
    }
  })();
  const begun = performance.now();
  expect(await upgrade(good)).toMatchObject({ state: 'committed' });
  const seconds = (performance.now() - begun) / 1000;
  watching.abort();
  await watched;
  const times = [...beats].map((at) => Date.parse(at)).toSorted((a, b) => a - b);
  const gap = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  console.log(`upgrade: ${seconds.toFixed(1)} s from the request to the end, ${gap} ms between two heartbeats at most`);
  await untilEnded();
  await expectOneAgent(good);
  expect(await box.do('ls -A /opt/satrap/versions')).toBe([first, good].toSorted().join('\n'));
  expect(await box.do('readlink /opt/satrap/former /opt/satrap/watcher')).toBe(`versions/${first}\nversions/${good}`);
  expect(await container()).toBe(run);
}, 200_000);

test('a rollback by hand goes on when agent and watcher are killed in it, and the store is again of the former form', async () => {
  const rollback = box.do('satrap agent rollback --yes');
  await untilPhase('store');
  await box.do(kill);
  await untilPhase('judge');
  await box.do(kill);
  expect(await rollback).toContain(`${first} runs`);
  await expectOneAgent(first);
  expect(await container()).toBe(run);
}, 200_000);

test.each(['store', 'start'])(
  'a power cut at the step “%s” of a rollback of a rollback ends with one agent',
  async (phase) => {
    const [from, to] = phase === 'store' ? [first, good] : [good, first];
    expect(await runningVersion()).toBe(from);
    const rollback = box.run('satrap agent rollback --yes');
    await untilPhase(phase);
    await box.cut();
    await rollback;
    await untilEnded();
    await expectOneAgent(to);
  },
  200_000,
);

test('a control plane that is gone is no reason to go back', async () => {
  await controlPlane.stop();
  const { code, text } = await box.run('satrap agent rollback --yes');
  await controlPlane.serve();
  expect([code, text]).toEqual([0, expect.stringContaining(`${good} runs`)]);
  await until('it is online', async () => {
    const { executors } = await controlPlane.ask('{ executors { status version } }');
    return executors[0].status === 'online' && executors[0].version === good;
  });
}, 200_000);

test('an agent that is uninstalled in the midst of it leaves nothing of the upgrade', async () => {
  const rollback = box.run('satrap agent rollback --yes');
  await untilPhase('judge');
  await box.do('satrap agent uninstall --yes');
  await rollback;
  for (const path of ['/opt/satrap', '/var/lib/satrap', '/var/lib/satrap-upgrade'])
    expect([path, (await box.run(`test -e ${path}`)).code]).toEqual([path, 1]);
  expect(await box.do('systemctl list-unit-files --no-legend "satrap*"; pgrep -fa "[m]ain.mjs" || true')).toBe('');
}, 200_000);
