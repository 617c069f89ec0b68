import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { releaseFiles } from '../harness/release-files.ts';
import { satrap } from '../harness/satrap.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { until } from '../harness/until.ts';
import { buildAgentImage } from './agent-image.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
import { forwardFromContainers } from './forwarder.ts';

// Ways to run the agent other than as a service on a Docker engine of root, tried one after the other on one machine.

const ends = new AsyncDisposableStack();
let controlPlane: TestControlPlane;
let box: Box;
let url: string;
let image: string;
let release: string;

beforeAll(async () => {
  // For the command line of Docker, which makes the machine.
  process.env['DOCKER_HOST'] = `unix://${inject('dockerSocket')}`;
  await ensureBoxImage(AbortSignal.timeout(240_000));
  release = ends.use(await releaseFiles(makeSigningKey())).folder;
  controlPlane = await TestControlPlane.start();
  ends.defer(() => controlPlane.destroy());
  const way = ends.use(await forwardFromContainers(controlPlane.settings.port));
  url = `http://${way.host}:${way.port}/graphql`;
  box = await Box.boot();
  ends.defer(() => box.destroy());
  image = inject('clientImages')['28.1'] ?? '';
  await box.loadImage(image);
}, 290_000);
afterAll(() => ends.disposeAsync(), 60_000);

/** A token with which one agent joins. */
async function newToken(): Promise<string> {
  const { stdout } = await satrap(['executors', 'token', '--url', controlPlane.url], {
    SATRAP_API_KEY: controlPlane.personalKey,
  });
  return stdout.trim();
}

const untilOnline = (name: string) =>
  until(
    `${name} is online`,
    async () => {
      const { executors } = await controlPlane.ask('{ executors { id name status } }');
      return executors.find((each: { name: string; status: string }) => each.name === name && each.status === 'online');
    },
    60_000,
  );

test('the agent runs in a container: built from a release, joined and started with compose, well by its health check', async () => {
  await buildAgentImage(box, release);
  await box.copyIn(join(import.meta.dirname, '../../templates/compose.yaml'), '/root/compose.yaml');
  await box.do(
    'cat >/root/here.yaml',
    `services:
  agent:
    healthcheck: { interval: 1s }
    environment:
      SATRAP_INSECURE_HTTP: 'true'
      SATRAP_ALLOW_REGTEST: 'true'
      SATRAP_IMAGES: 28.1=${image}
`,
  );
  const compose = (words: string, input = '') =>
    box.do(
      `cd /root && export SATRAP_URL=${url} DOCKER_GID=$(stat -c %g /var/run/docker.sock) && docker-compose -f compose.yaml -f here.yaml ${words}`,
      input,
    );
  await compose('run --rm -T agent agent join --config /var/lib/satrap/agent.toml --insecure-http', await newToken());
  await compose('up -d agent');
  const { id } = await untilOnline('box');
  const nodes = new TestNodes(controlPlane, id);
  const { id: nodeId } = await nodes.create('contained');
  await nodes.untilPhase(nodeId, 'running', 90_000);
  const agent = (await compose('ps -q agent')).trim();
  const healthOfAgent = () => box.do(`docker inspect -f '{{.State.Health.Status}}' ${agent}`);
  await until('its health check passes', async () => (await healthOfAgent()) === 'healthy', 60_000);
  expect(await box.do(`docker exec ${agent} satrap agent status`)).toMatch(/contained +regtest +running/);
  expect(await box.do(`docker top ${agent} -o pid,user,args`)).toMatch(/^\d+ +10001 /m);
  const { executor } = await controlPlane.ask(
    `{ executor(where: { id: "${id}" }) { resources { diskMiB { total } } upgradability { packaging } } }`,
  );
  expect(executor.resources.diskMiB.total).toBeGreaterThan(0);
  expect(executor.upgradability.packaging).toBe('image');

  const run = () => box.do(`docker inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`);
  const before = await run();
  await compose('up -d --force-recreate agent');
  const since = new Date().toISOString();
  await until('the new container has synced', async () => {
    const { text, code } = await box.run(
      `docker exec $(docker ps -q --filter ancestor=satrap-agent) satrap agent status --json`,
    );
    return code === 0 && JSON.parse(text).lastSync.succeededAt > since;
  });
  expect(await run()).toBe(before);
  await nodes.delete(nodeId);
  await nodes.untilGone(nodeId);
  await compose('down -v');
}, 240_000);
