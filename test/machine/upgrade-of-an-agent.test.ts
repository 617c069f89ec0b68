import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { UpgradeOutcome } from '../../src/upgrade/outcome.ts';
import { ownVersion } from '../../src/version.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { platform, releaseFiles } from '../harness/release-files.ts';
import { releaseVariants, type VariantArchive } from '../harness/release-variant.ts';
import { satrap } from '../harness/satrap.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
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

beforeAll(async () => {
  // For the command line of Docker, which makes the machine.
  process.env['DOCKER_HOST'] = `unix://${inject('dockerSocket')}`;
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
  box = await Box.boot();
  ends.defer(() => box.destroy());
  await box.copyIn(release.folder, '/root/release');
  const image = inject('clientImages')['28.1'] ?? '';
  await box.loadImage(image);
  await box.do(
    'mkdir -p /etc/satrap && cat >/etc/satrap/agent.toml',
    `allow_regtest = true\n[images]\n"28.1" = "${image}"\n`,
  );
  const { stdout } = await satrap(['executors', 'token', '--url', controlPlane.url], {
    SATRAP_API_KEY: controlPlane.personalKey,
  });
  await box.do('cat >/root/token && chmod 600 /root/token', stdout.trim());
  const url = `http://${way.host}:${way.port}/graphql`;
  await box.do(`sh /root/release/install.sh -- --url ${url} --token-file /root/token --insecure-http`);
  const { executors } = await controlPlane.ask('{ executors { id } }');
  const nodes = new TestNodes(controlPlane, executors[0].id);
  nodeId = (await nodes.create('housed')).id;
  await nodes.untilPhase(nodeId, 'running', 90_000);
  run = await container();
}, 290_000);
afterAll(() => ends.disposeAsync(), 60_000);

/** The node's container and when it began its run. */
const container = () => box.do(`docker inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`);
const runningVersion = async (): Promise<string | undefined> => {
  const { code, text } = await box.run('satrap agent status --json');
  return code === 0 ? JSON.parse(text).version : undefined;
};
const agents = () => box.do('pgrep -fc "main.mjs agent ru[n]"');

/** Puts down an order as the agent does, and does not wait. */
async function order(version: string): Promise<void> {
  const archive = archives.find((each) => each.version === version);
  if (archive === undefined) throw new Error(`there is no ${version}`);
  const { sizeBytes, sha256, signature } = archive;
  const path = `/var/lib/satrap/upgrade/fetch/${version}.tar.gz`;
  const text = JSON.stringify({
    ...{ requestId: version, fromVersion: await runningVersion(), toVersion: version, channel: 'stable', platform },
    ...{ archive: path, sizeBytes, sha256, signature, orderedAt: new Date().toISOString() },
  });
  await box.do(
    `install -d -m 700 -o satrap -g satrap /var/lib/satrap/upgrade /var/lib/satrap/upgrade/fetch &&
     install -m 600 -o satrap -g satrap /root/release/satrap-${version}-${platform}.tar.gz ${path} &&
     cat >/var/lib/satrap/upgrade/.order && chown satrap:satrap /var/lib/satrap/upgrade/.order &&
     mv /var/lib/satrap/upgrade/.order /var/lib/satrap/upgrade/order.json`,
    text,
  );
}

/** Waits until the watcher is done with everything. */
async function outcome(): Promise<UpgradeOutcome> {
  await until(
    'the switch has ended',
    async () =>
      (await box.run('test -e /var/lib/satrap/upgrade/order.json || test -e /var/lib/satrap-upgrade/journal.json'))
        .code !== 0,
    150_000,
  );
  return JSON.parse(await box.do('cat /var/lib/satrap/upgrade/outcome.json'));
}

async function expectOneAgent(version: string): Promise<void> {
  expect(await until(`${version} runs`, async () => (await runningVersion()) === version, 30_000)).toBe(true);
  expect(await agents()).toBe('1');
  expect(await box.do('readlink /opt/satrap/current')).toBe(`versions/${version}`);
}

test('a version that crashes at its start is found, and the former one runs again with its evidence', async () => {
  await order(crashing);
  expect(await outcome()).toMatchObject({
    state: 'rolled_back',
    reason: expect.stringMatching(/ended 3 times: exit code 1/),
    lastWords: expect.stringContaining('cannot go on: no flux'),
  });
  await expectOneAgent(first);
  expect(await container()).toBe(run);
}, 200_000);
