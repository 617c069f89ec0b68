import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { dataOf, post } from '../harness/graphql.ts';
import { TestNodes } from '../harness/nodes.ts';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import { copyComposeFile } from './composed.ts';
import { documented } from './documented.ts';
import { type EngineMachine, startEngineMachine } from './engine-machine.ts';
import { withMigration } from './failing-versions.ts';
import { buildImages, buildVariants, prepareImages } from './images.ts';
import { expectKeepsNodesOnPodman } from './podman-of-root.ts';
import { addRootlessUser } from './rootless.ts';
import { type Kill, killScript, planKills, steps } from './switch-kills.ts';
import { addToCatalog, askUpgrade, type UpgradeEnd, untilUpgraded } from './upgrade-machine.ts';

// These tests run in order on one machine: the agent on Podman, then the control plane and the agent in Docker containers, then upgrades there,
// each of which starts with the version that the previous test left.

const first = ownVersion();
const crashing = '90.0.1';
const hanging = '90.0.2';
const good = '90.0.4';
const repository = 'registry.example.com/satrap/agent';
let digests = new Map<string, string>();
let machine: EngineMachine;
let controlPlane: TestControlPlane;
let box: Box;
let composed: Awaited<ReturnType<typeof copyComposeFile>>;
let executorId: string;
let nodeId: string;
let run: string;

// `npm run faults -- --of switch --seed N` kills each of those that work on a switch once at each of its steps.
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const seed = number('SATRAP_FAULTS_SEED', 1);
const firstRound = number('SATRAP_FAULTS_FROM', 1);
const rounds = number('SATRAP_FAULTS_ROUNDS', planKills(seed).length);

beforeAll(async () => {
  machine = await startEngineMachine();
  ({ box, controlPlane } = machine);
  await box.copyIn(machine.release.folder, '/root/release');
}, 290_000);
afterAll(async () => {
  composed?.[Symbol.dispose]();
  await machine?.dispose();
});

if (isSoak())
  test('the agent refuses a rootless engine that drops limits, unless allowed', async () => {
    const user = await addRootlessUser(machine, 'op');
    const socket = await user.startPodman();
    await user.expectLimitsDemanded(socket);
    await user.expectIdsDemanded(socket);
    await user.expectKeepsNodes(socket);
  });

test('runs nodes on rootful Podman, and removes them when uninstalled if requested', async () => {
  await expectKeepsNodesOnPodman(machine);
});

test('the pasted Dockerfile and compose file start a control plane and an agent', async () => {
  await prepareImages(box);
  await buildImages(box);
  await box.do(documented('hosts/containers.md#the-agent/2', { VOLUME: 'owned' }));
  expect(await box.do('stat -c %U /var/lib/docker/volumes/owned/_data')).toBe('root');
  composed = await copyComposeFile(box);
  expect(await composed.runRecipe()).toMatch(/ joined Example\. Its key is in /);
  const isOnline = async () => (await status())?.lastSync.succeededAt != null;
  await until('the agent is online', isOnline, 120_000, 1500);
  expect(await box.do(`docker inspect -f '{{.RestartCount}}' ${agentName} recipe_control-plane_1`)).toBe('0\n0');
  expect(await box.do('stat -c %a /root/recipe/init.txt')).toBe('600');
}, 600_000);

test('the container of the control plane runs unprivileged, and keeps its data', async () => {
  const ask = async (query: string, variables: object, headers: Record<string, string> = {}) =>
    dataOf(await post(`${composed.origin}/graphql`, headers, query, variables));
  const inspect = (format: string) => box.do(`docker inspect -f '${format}' recipe_control-plane_1`);
  const said = await box.do('cat /root/recipe/init.txt');
  const [, key = ''] = /Personal API key: +(\S+)/.exec(said) ?? [];
  const [, link = '', token] = /Set the password at: +(\S+token=(\S+))/.exec(said) ?? [];
  expect(link).toContain(`${composed.origin}/`);
  expect(await box.do('docker top recipe_control-plane_1 -o pid,user,args')).toMatch(
    /^\d+ +10002 +\S*node .* control-plane serve$/m,
  );
  expect(await (await fetch(link, { headers: { accept: 'text/html' } })).text()).toContain('<script');
  const password = randomBytes(18).toString('base64url');
  const reset = 'mutation($input: PasswordResetInput!) { resetPassword(data: $input) { person { id } } }';
  await ask(reset, { input: { token, newPassword: password } });
  const signIn = 'mutation($input: SignInInput!) { signIn(data: $input) { person { email } } }';
  const email = 'you@example.com';
  expect(await ask(signIn, { input: { email, password } })).toEqual({ signIn: { person: { email } } });
  await box.do('docker stop recipe_control-plane_1');
  expect(await inspect('{{.State.ExitCode}}')).toBe('0');
  expect(await box.do('docker logs recipe_control-plane_1 2>&1')).toContain('stopped control plane');
  expect((await box.run('docker run --rm satrap-control-plane control-plane health')).text).toMatch(
    /no control plane answers at http:\/\/127\.0\.0\.1:4100\/healthz .*SATRAP_PORT/,
  );
  await composed.extend(`  control-plane: { ${composed.ports}, healthcheck: { interval: 3s } }\n`);
  await composed.do('docker compose up -d control-plane');
  await untilHealthy('recipe_control-plane_1');
  expect(await ask('{ viewer { organization { name } } }', {}, { authorization: `Bearer ${key}` })).toEqual({
    viewer: { organization: { name: 'Example' } },
  });
  // An operator's own database is passed on.
  const config = 'DATABASE_URL=postgres://outside docker compose config';
  expect(await composed.do(config)).toContain('DATABASE_URL: postgres://outside');
  await composed.do('docker compose down -v');
}, 400_000);

/** Builds images of later versions. */
function makeVersions(): Promise<Map<string, string>> {
  const ofAgent = (script: string) => `case "$*" in "agent run") ${script} ;; esac`;
  return buildVariants(box, repository, [
    { version: crashing, begin: ofAgent('echo "cannot go on: no flux" >&2; exit 1') },
    { version: good, change: withMigration },
    ...(isSoak() ? [{ version: hanging, begin: ofAgent('exec sleep 1000') }] : []),
  ]);
}

/** The node's container and when it began its run. */
const container = () => box.do(`docker inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`);
const agentName = 'recipe_agent_1';
const helperName = `${agentName}-upgrade`;

/** What the agent says of itself; undefined where none answers. */
async function status(): Promise<{ version: string; lastSync: { succeededAt: string } } | undefined> {
  const { code, text } = await box.run(`docker exec ${agentName} satrap agent status --json`);
  return code === 0 ? JSON.parse(text) : undefined;
}

/** Offers a release with an image, asks for it as a person does, and waits until the control plane knows how it ended. */
async function upgrade(version: string, meanwhile = async () => {}): Promise<UpgradeEnd> {
  await addToCatalog(controlPlane, version, { image: { name: repository, digest: digests.get(version) } });
  await askUpgrade(controlPlane, executorId, version);
  await meanwhile();
  return untilUpgraded(controlPlane, executorId);
}

const untilHealthy = (name: string): Promise<boolean> =>
  until(
    `the health check of ${name} passes`,
    async () => (await box.do(`docker inspect -f '{{.State.Health.Status}}' ${name}`)) === 'healthy',
    120_000,
    1000,
  );

/** Exactly one container of the agent, which runs this version, and nothing of the upgrade beside it. */
async function expectOneAgent(version: string): Promise<void> {
  await machine.untilRuns(executorId, version);
  await until(`${version} runs`, async () => (await status())?.version === version, 120_000, 1000);
  const isHelperGone = async () => (await box.run(`docker inspect ${helperName}`)).code !== 0;
  await until('the helper is gone', isHelperGone, 120_000, 500);
  expect(await box.do('docker ps -a --filter label=io.satrap.program=agent --format "{{.Names}} {{.State}}"')).toBe(
    `${agentName} running`,
  );
  expect(await box.do('docker ps -aq --filter label=io.satrap.purpose')).toBe('');
  expect(await box.do('pgrep -fc "[.][cm]js agent ru[n]"')).toBe('1');
}

const journal = '/var/lib/docker/volumes/recipe_agent/_data/upgrade/helper/journal.json';
/** Does so at steps of the switch that comes. Resolves to when it did so last, in milliseconds since the epoch. */
async function killAt(kills: readonly Kill[]): Promise<number> {
  const lines = (await box.do(killScript(journal, kills))).split('\n');
  for (const late of lines.filter((line) => line.startsWith('over'))) console.log(`nothing was killed, ${late}`);
  return Number(lines.findLast((line) => /^\d+$/.test(line)));
}

/** Switches to the other version, by hand, while processes are killed at steps of it. */
async function switchDespite(kills: readonly Kill[]): Promise<void> {
  const to = (await status())?.version === first ? good : first;
  const killed = killAt(kills);
  // An engine that is killed as soon as the helper runs ends the command as well.
  await box.run(`docker exec ${agentName} satrap agent rollback --yes`);
  const atMs = await killed;
  const syncedAt = await until('an agent works', async () => {
    const at = Date.parse((await status())?.lastSync.succeededAt ?? '');
    return at > atMs && at;
  });
  const words = kills.map(({ step, victim, delayMs }) => `${victim} at “${step}” after ${delayMs} ms`).join(', ');
  console.log(`killed: ${words}: an agent has sent a heartbeat ${((syncedAt - atMs) / 1000).toFixed(1)} s later`);
  await until('the switch has ended', async () => (await box.run(`test -e ${journal}`)).code !== 0, 120_000);
  const { state, reason } = JSON.parse(await box.do(`cat ${journal.replace('helper/journal', 'outcome')}`));
  if (state !== 'committed') console.log(`${state}: ${reason}`);
  expect([words, state]).toEqual([words, 'committed']);
  await expectOneAgent(to);
}

test('the agent’s container is healthy, and its node survives Compose’s re-creation', async () => {
  await box.do(`docker tag satrap-agent ${repository}:${first}`);
  const environment = `    environment:
      SATRAP_AGENT_URL: ${machine.url}
      SATRAP_AGENT_INSECURE_HTTP: 'true'
      SATRAP_AGENT_ALLOW_REGTEST: 'true'
      SATRAP_AGENT_IMAGES: bitcoind/28.1=${machine.clientImage}
`;
  await composed.extend(`  agent:\n    healthcheck: { interval: 2s }\n${environment}`);
  const join = 'agent join --config /var/lib/satrap/agent.toml --insecure-http';
  await composed.do(`docker compose run --rm -T agent ${join}`, await machine.newToken());
  await composed.do('docker compose up -d agent');
  executorId = (await machine.untilOnline()).id;
  const nodes = new TestNodes(controlPlane, executorId);
  nodeId = (await nodes.run('contained')).id;
  await untilHealthy(agentName);
  expect(await box.do(`docker exec ${agentName} satrap agent status`)).toMatch(/contained +regtest +running/);
  expect(await box.do(`docker top ${agentName} -o pid,user,args`)).toMatch(/^\d+ +10001 /m);

  run = await container();
  // From here on it is checked as seldom as the Dockerfile says: each check takes half a second of CPU time.
  await composed.extend(`  agent:\n${environment}`);
  await composed.do('docker compose up -d --force-recreate agent');
  await machine.untilRuns(executorId, first, Date.now());
  expect(await container()).toBe(run);
  const query =
    'query($id: ID!) { executor(where: { id: $id }) { resources { diskGiB { total } } upgradability { canUpgrade packaging } } }';
  const executor = await until('it says that it can be upgraded', async () => {
    const { executor } = await controlPlane.ask(query, { id: executorId });
    return executor.upgradability.canUpgrade && executor;
  });
  expect(executor).toMatchObject({ upgradability: { packaging: 'image' } });
  expect(executor.resources.diskGiB.total).toBeGreaterThan(0);
  digests = await makeVersions();
}, 400_000);

test('detects an image that crashes at its start, and rolls back to the previous one', async () => {
  const before = await box.do(`docker inspect -f '{{.Id}}' ${agentName}`);
  expect(await upgrade(crashing)).toMatchObject({
    state: 'rolled_back',
    // How it ended is forgotten by the engine whenever it starts it again, and may never be seen.
    reason: expect.stringMatching(/exited [34] times(: exit code 1)?\. Last output:[\s\S]*cannot go on: no flux/),
  });
  await expectOneAgent(first);
  expect(await box.do(`docker inspect -f '{{.Id}} {{.HostConfig.RestartPolicy.Name}}' ${agentName}`)).toBe(
    `${before} always`,
  );
  expect(await container()).toBe(run);
}, 200_000);

if (isSoak())
  test('an image that hangs is found, also where the helper is killed meanwhile', async () => {
    const meanwhile = async () => {
      await killAt([{ step: 'judge', victim: 'helper', delayMs: 0 }]);
    };
    expect(await upgrade(hanging, meanwhile)).toMatchObject({
      state: 'rolled_back',
      reason: expect.stringMatching(/does not respond/),
    });
    await expectOneAgent(first);
    expect(await container()).toBe(run);
  }, 200_000);

test('keeps a working image in an otherwise equal container; the node keeps running', async () => {
  const shape = () =>
    box.do(
      `docker inspect -f '{{json .HostConfig.Binds}} {{json .HostConfig.Mounts}} {{json .HostConfig.GroupAdd}} {{.HostConfig.NetworkMode}} {{.HostConfig.RestartPolicy.Name}} {{json .Config.Env}} {{index .Config.Labels "com.docker.compose.service"}} {{range .Mounts}}{{.Source}}:{{.Destination}}:{{.RW}} {{end}}' ${agentName} | tr ' ' '\\n' | sort`,
    );
  const before = await shape();
  await machine.timed('upgrade in a container, from the request to the end', async () => {
    expect(await upgrade(good)).toMatchObject({
      state: 'committed',
      reason: expect.stringMatching(/belongs to the Compose project recipe: set the image sha256:/),
    });
  });
  await expectOneAgent(good);
  expect(await shape()).toBe(before);
  expect(await container()).toBe(run);
}, 200_000);

if (isSoak())
  test('a manual rollback survives kills at each step, and an upgrade a killed engine', async () => {
    await switchDespite(steps.map((step) => ({ step, victim: 'both', delayMs: 0 })));
    expect(await container()).toBe(run);
    await switchDespite([{ step: 'start', victim: 'engine', delayMs: 100 }]);
  }, 400_000);

if (isSoak())
  test('a switch ends with one agent, whatever process is killed at any step', {
    timeout: 100_000 + rounds * 120_000,
  }, async () => {
    const kills = planKills(seed).slice(firstRound - 1, firstRound - 1 + rounds);
    console.log(`kills: seed ${seed}, ${kills.length} rounds from ${firstRound}`);
    expect(kills.length).toBeGreaterThan(0);
    for (const kill of kills) await switchDespite([kill]);
  });
