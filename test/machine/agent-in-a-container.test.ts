import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { releaseFiles } from '../harness/release-files.ts';
import { satrap } from '../harness/satrap.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { until } from '../harness/until.ts';
import { buildAgentImage, buildVariants } from './agent-image.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
import { dockerHostOfTests } from './docker-host.ts';
import { forwardFromContainers } from './forwarder.ts';

// One machine with an engine, on which these tests follow one another: each begins with the version that the one before it left.

const ends = new AsyncDisposableStack();
const first = ownVersion();
const crashing = '90.0.1';
const hanging = '90.0.2';
const good = '90.0.4';
const repository = 'registry.example.com/satrap/agent';
const digests = new Map<string, string>();
let controlPlane: TestControlPlane;
let box: Box;
let url: string;
let clientImage: string;
let release: string;
let executorId: string;
let nodeId: string;
let run: string;

beforeAll(async () => {
  ends.use(dockerHostOfTests());
  await ensureBoxImage(AbortSignal.timeout(240_000));
  release = ends.use(await releaseFiles(makeSigningKey())).folder;
  controlPlane = await TestControlPlane.start();
  ends.defer(() => controlPlane.destroy());
  const way = ends.use(await forwardFromContainers(controlPlane.settings.port));
  url = `http://${way.host}:${way.port}/graphql`;
  box = await Box.boot();
  ends.defer(() => box.destroy());
  clientImage = inject('clientImages')['28.1'] ?? '';
  await box.loadImage(clientImage);
  await buildAgentImage(box, release);
  await box.do(`docker tag satrap-agent ${repository}:${first}`);
  const variants = [
    { version: crashing, begin: 'case "$*" in "agent run") echo "cannot go on: no flux" >&2; exit 1 ;; esac' },
    { version: hanging, begin: 'case "$*" in "agent run") exec sleep 1000 ;; esac' },
    {
      version: good,
      // A migration of its own, behind the last one.
      change: (text: string) =>
        text.replace(
          /(outbox_dropped \(kind TEXT PRIMARY KEY, count INTEGER NOT NULL\) STRICT;)`/,
          '$1`,`ALTER TABLE outbox ADD COLUMN urgent INTEGER`',
        ),
    },
  ];
  for (const [version, id] of await buildVariants(box, release, repository, variants)) digests.set(version, id);
}, 600_000);
afterAll(() => ends.disposeAsync(), 60_000);

const compose = (words: string, input = '') =>
  box.do(
    `cd /root && export SATRAP_URL=${url} DOCKER_GID=$(stat -c %g /var/run/docker.sock) && docker-compose -f compose.yaml -f here.yaml ${words}`,
    input,
  );
/** The node's container and when it began its run. */
const container = () => box.do(`docker inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`);
const agentName = 'root_agent_1';
const helperName = `${agentName}-upgrade`;

/** What the agent says of itself; undefined where none answers. */
async function status(): Promise<{ version: string; lastSync: { succeededAt: string } } | undefined> {
  const { code, text } = await box.run(`docker exec ${agentName} satrap agent status --json`);
  return code === 0 ? JSON.parse(text) : undefined;
}

/** Offers a release with an image, asks for it as a person does, and waits until the control plane knows how it ended. */
async function upgrade(
  version: string,
  { name = repository, meanwhile = async () => {} }: { name?: string; meanwhile?(): Promise<void> } = {},
): Promise<{ state: string; reason: string | null }> {
  const image = { name, digest: digests.get(version) ?? `sha256:${'0'.repeat(64)}` };
  await controlPlane.ask('mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }', {
    data: { version, channel: 'stable', notes: '', artifacts: [], image },
  });
  await controlPlane.ask(
    'mutation($id: ID!, $version: String!) { requestExecutorUpgrade(executorId: $id, targetVersion: $version) { id } }',
    { id: executorId, version },
  );
  await meanwhile();
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

/** Exactly one container of the agent, which runs this version, and nothing of the upgrade beside it. */
async function expectOneAgent(version: string): Promise<void> {
  await until(`${version} runs`, async () => (await status())?.version === version, 60_000);
  await until('the helper is gone', async () => (await box.run(`docker inspect ${helperName}`)).code !== 0, 60_000);
  expect(await box.do('docker ps -a --filter label=io.satrap.program=agent --format "{{.Names}} {{.State}}"')).toBe(
    `${agentName} running`,
  );
  expect(await box.do('docker ps -aq --filter label=io.satrap.purpose')).toBe('');
  expect(await box.do('pgrep -fc "[.]mjs agent ru[n]"')).toBe('1');
}

const phases = ['unpack', 'stop', 'store', 'pointer', 'start', 'judge', 'commit'];
/** Waits until the helper is at a step or behind it. */
const untilPhase = (phase: string) =>
  box.do(
    `timeout 60 sh -c 'until grep -qE "\\"phase\\":\\"(${phases.slice(phases.indexOf(phase)).join('|')})\\"" /var/lib/docker/volumes/root_agent/_data/upgrade/helper/journal.json 2>/dev/null; do sleep 0.02; done'`,
  );
/** Kills the first process of containers, as a crash would: the engine is not told to stop them. */
const kill = (...names: string[]) =>
  box.do(
    `for name in ${names.join(' ')}; do pid=$(docker inspect -f '{{.State.Pid}}' $name) && [ $pid != 0 ] && kill -9 $pid; done; true`,
  );

test('the agent runs in a container: built from a release, joined and started with compose, well by its health check', async () => {
  await box.copyIn(join(import.meta.dirname, '../../templates/compose.yaml'), '/root/compose.yaml');
  await box.do(
    'cat >/root/here.yaml',
    `services:
  agent:
    healthcheck: { interval: 1s }
    environment:
      SATRAP_INSECURE_HTTP: 'true'
      SATRAP_ALLOW_REGTEST: 'true'
      SATRAP_IMAGES: 28.1=${clientImage}
`,
  );
  const { stdout: token } = await satrap(['executors', 'token', '--url', controlPlane.url], {
    SATRAP_API_KEY: controlPlane.personalKey,
  });
  await compose('run --rm -T agent agent join --config /var/lib/satrap/agent.toml --insecure-http', token.trim());
  await compose('up -d agent');
  const { id } = await until('the agent is online', async () => {
    const { executors } = await controlPlane.ask('{ executors { id status } }');
    return executors.find((each: { status: string }) => each.status === 'online');
  });
  executorId = id;
  const nodes = new TestNodes(controlPlane, id);
  nodeId = (await nodes.create('contained')).id;
  await nodes.untilPhase(nodeId, 'running', 90_000);
  const healthOfAgent = () => box.do(`docker inspect -f '{{.State.Health.Status}}' ${agentName}`);
  await until('its health check passes', async () => (await healthOfAgent()) === 'healthy', 60_000);
  expect(await box.do(`docker exec ${agentName} satrap agent status`)).toMatch(/contained +regtest +running/);
  expect(await box.do(`docker top ${agentName} -o pid,user,args`)).toMatch(/^\d+ +10001 /m);
  const { executor } = await controlPlane.ask(
    `{ executor(where: { id: "${id}" }) { resources { diskMiB { total } } } }`,
  );
  expect(executor.resources.diskMiB.total).toBeGreaterThan(0);

  run = await container();
  await compose('up -d --force-recreate agent');
  const since = new Date().toISOString();
  await until('the new container has synced', async () => ((await status())?.lastSync.succeededAt ?? '') > since);
  expect(await container()).toBe(run);
  await until('it says that it can be upgraded', async () => {
    const { executor } = await controlPlane.ask(
      `{ executor(where: { id: "${id}" }) { upgradability { canUpgrade packaging } } }`,
    );
    return executor.upgradability.canUpgrade && executor.upgradability.packaging === 'image';
  });
}, 240_000);

test('an image of another repository than the container was made from is refused', async () => {
  expect(await upgrade('90.0.0', { name: 'registry.example.com/evil/agent' })).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/evil.*was made from .*registry\.example\.com\/satrap\/agent/),
  });
}, 200_000);

test('an image that crashes at its start is found, and the former container runs again with its evidence', async () => {
  const before = await box.do(`docker inspect -f '{{.Id}}' ${agentName}`);
  expect(await upgrade(crashing)).toMatchObject({
    state: 'rolled_back',
    reason: expect.stringMatching(/ended [34] times: exit code 1[\s\S]*cannot go on: no flux/),
  });
  await expectOneAgent(first);
  expect(await box.do(`docker inspect -f '{{.Id}} {{.HostConfig.RestartPolicy.Name}}' ${agentName}`)).toBe(
    `${before} unless-stopped`,
  );
  expect(await container()).toBe(run);
}, 200_000);

test('an image that hangs is found, also where the helper is killed meanwhile', async () => {
  const killed = async () => {
    await untilPhase('judge');
    await kill(helperName);
  };
  expect(await upgrade(hanging, { meanwhile: killed })).toMatchObject({
    state: 'rolled_back',
    reason: expect.stringMatching(/does not answer/),
  });
  await expectOneAgent(first);
  expect(await container()).toBe(run);
}, 200_000);

test('an image that does is kept, in a container that is otherwise the same; the node runs on, and heartbeats hardly pause', async () => {
  const shape = () =>
    box.do(
      `docker inspect -f '{{json .HostConfig.Binds}} {{json .HostConfig.Mounts}} {{json .HostConfig.GroupAdd}} {{.HostConfig.NetworkMode}} {{.HostConfig.RestartPolicy.Name}} {{json .Config.Env}} {{index .Config.Labels "com.docker.compose.service"}} {{range .Mounts}}{{.Source}}:{{.Destination}}:{{.RW}} {{end}}' ${agentName} | tr ' ' '\\n' | sort`,
    );
  const before = await shape();
  const beats = new Set<string>();
  const watching = new AbortController();
  const watched = (async () => {
    while (!watching.signal.aborted) {
      // A database that does not answer for a moment is asked again.
      const { data } = await controlPlane.call('{ executors { lastSeenAt } }').catch(() => ({ data: null }));
      if (data?.executors) beats.add(data.executors[0].lastSeenAt);
      await delay(50);
    }
  })();
  const begun = performance.now();
  const end = await upgrade(good);
  const seconds = (performance.now() - begun) / 1000;
  watching.abort();
  await watched;
  expect(end).toMatchObject({
    state: 'committed',
    reason: expect.stringMatching(/belongs to the Compose project root: name the image sha256:/),
  });
  const times = [...beats].map((at) => Date.parse(at)).toSorted((a, b) => a - b);
  const gap = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  console.log(
    `upgrade in a container: ${seconds.toFixed(1)} s from the request to the end, ${gap} ms between two heartbeats at most`,
  );
  await expectOneAgent(good);
  expect(await shape()).toBe(before);
  expect(await container()).toBe(run);
}, 200_000);

test('a rollback by hand goes on when helper and agent are killed in it, and forward again when the engine is started anew', async () => {
  await box.do(`docker exec ${agentName} satrap agent rollback --yes`);
  await untilPhase('store');
  await kill(helperName, agentName);
  await untilPhase('judge');
  await kill(helperName, agentName);
  await expectOneAgent(first);
  expect(await container()).toBe(run);

  await box.do(`docker exec ${agentName} satrap agent rollback --yes`);
  await untilPhase('pointer');
  await box.do('systemctl restart docker');
  await expectOneAgent(good);
  await compose('down -v');
}, 400_000);
