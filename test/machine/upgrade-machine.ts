import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { AgentStatus } from '../../src/agent/admin-socket/status.ts';
import { ownVersion } from '../../src/version.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { previousRelease, previousVersion } from '../harness/previous-release.ts';
import { platform } from '../harness/release-files.ts';
import { ReleaseServer } from '../harness/release-server.ts';
import { releaseVariants, type Variant } from '../harness/release-variant.ts';
import { sharedRelease } from '../harness/shared-release.ts';
import { until } from '../harness/until.ts';
import { type EngineMachineOptions, startEngineMachine } from './engine-machine.ts';
import { forwardFromContainers } from './forwarder.ts';

/** How an upgrade ended, as the control plane knows it. */
export interface UpgradeEnd {
  state: string;
  reason: string | null;
}

/** Asks for a release of the catalog, as a person does. Throws what the control plane refuses it with. */
export const askUpgrade = (controlPlane: TestControlPlane, id: string, version: string): Promise<unknown> =>
  controlPlane.ask(
    'mutation($id: ID!, $version: String!) { requestExecutorUpgrade(executorId: $id, targetVersion: $version) { executor { id } } }',
    { id, version },
  );

/** Adds a release to the catalog. `more`: its artifacts and image. */
export const addToCatalog = (controlPlane: TestControlPlane, version: string, more: object): Promise<unknown> =>
  controlPlane.ask(
    'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { release { id } } }',
    {
      data: { version, channel: 'stable', notes: '', artifacts: [], ...more },
    },
  );

/** Waits until the control plane knows how the latest request ended. */
export const untilUpgraded = (controlPlane: TestControlPlane, id: string): Promise<UpgradeEnd> =>
  until(
    'the control plane knows the end',
    async () => {
      const query = 'query($id: ID!) { executor(where: { id: $id }) { upgrades { state reason endedAt } } }';
      const { executor } = await controlPlane.ask(query, { id });
      return executor.upgrades[0].endedAt !== null && executor.upgrades[0];
    },
    180_000,
    1000,
  );

const phases = ['stop', 'store', 'pointer', 'start', 'judge', 'commit'];

interface UpgradeMachineOptions extends EngineMachineOptions {
  /** What is installed on the machine. Default: the present release. */
  installed?: 'previous' | 'present';
}

/** A machine on which a release is installed and one node runs, a control plane, and releases to upgrade it to. */
export type UpgradeMachine = Awaited<ReturnType<typeof startUpgradeMachine>>;

export async function startUpgradeMachine(
  variants: readonly Variant[],
  { installed = 'present', ...options }: UpgradeMachineOptions = {},
) {
  await using ends = new AsyncDisposableStack();
  const isPrevious = installed === 'previous';
  const installing = isPrevious ? previousRelease() : sharedRelease();
  const machine = await startEngineMachine(options);
  ends.defer(machine.dispose);
  const { box, controlPlane, api } = machine;
  const folder = mkdtempSync(join(tmpdir(), 'satrap-variants-'));
  ends.defer(() => rmSync(folder, { recursive: true }));
  const archives = await releaseVariants(folder, variants, { withServer: false });
  const releases = ends.use(await ReleaseServer.start(machine.hostAddress));
  const way = ends.use(await forwardFromContainers(releases.port));
  /** The version that was installed. */
  const first = isPrevious ? previousVersion : ownVersion();
  await box.copyIn((await installing).folder, '/root/release');
  await box.do('mkdir -p /etc/satrap');
  await box.copyIn(releases.caFile, '/etc/satrap/ca.pem');
  const settings = `allow_regtest = true\nsample_interval = 5\nca_file = "/etc/satrap/ca.pem"\n[images.bitcoind]\n"28.1" = "${machine.clientImage}"\n`;
  // As on a hardened host.
  await box.do('umask 077; cat >/etc/satrap/agent.toml', settings);
  await box.do('cat >/root/token && chmod 600 /root/token', await machine.newToken());
  await box.do(
    `umask 027; sh /root/release/install.sh -- --url ${machine.url} --token-file /root/token --insecure-http`,
  );
  const executorId: string = (await controlPlane.ask('{ executors { id } }')).executors[0].id;
  const nodes = new TestNodes(controlPlane, executorId);
  /** A node that runs on the machine. */
  const { id: nodeId } = await nodes.run('housed');

  /** The containers of the nodes, and when each began its run. */
  const containers = (): Promise<string> =>
    box.do(
      "docker ps -aq --no-trunc -f name=satrap- | sort | xargs docker inspect -f '{{.Name}} {{.Id}} {{.State.StartedAt}}'",
    );

  /** What the agent says of itself; undefined where none answers. */
  async function status(): Promise<AgentStatus | undefined> {
    const { code, text } = await box.run('satrap agent status --json');
    return code === 0 ? JSON.parse(text) : undefined;
  }

  /** Adds a release to the catalog, and serves it. Returns its size in bytes. */
  async function publish(version: string): Promise<number> {
    const archive = archives.find((each) => each.version === version);
    if (archive === undefined) throw new Error(`there is no ${version}`);
    const { sizeBytes, sha256, signature } = archive;
    const url = `https://${way.host}:${way.port}/satrap.tar.gz`;
    await addToCatalog(controlPlane, version, { artifacts: [{ platform, url, sizeBytes, sha256, signature }] });
    releases.body = readFileSync(archive.file);
    return sizeBytes;
  }

  const ask = (version: string) => askUpgrade(controlPlane, executorId, version);

  async function request(version: string): Promise<void> {
    await publish(version);
    await ask(version);
  }

  const untilEnd = (): Promise<UpgradeEnd> => untilUpgraded(controlPlane, executorId);

  /** Asks for a release, as a person does, and waits until the control plane knows how it ended. */
  async function upgrade(version: string): Promise<UpgradeEnd> {
    await request(version);
    return untilEnd();
  }

  /** Waits until the watcher is done with everything. */
  async function untilEnded(): Promise<void> {
    const files = ['/var/lib/satrap/upgrade/order.json', '/var/lib/satrap-upgrade/journal.json'];
    const isUnderWay = files.map((file) => `test -e ${file}`).join(' || ');
    await until('the switch has ended', async () => (await box.run(isUnderWay)).code !== 0, 150_000, 500);
  }

  /** Waits until the watcher is at a step or behind it. */
  async function untilPhase(phase: string): Promise<void> {
    const names = phases.slice(phases.indexOf(phase)).join('|');
    const isThere = `grep -qE "\\"phase\\":\\"(${names})\\"" /var/lib/satrap-upgrade/journal.json 2>/dev/null`;
    await box.do(`timeout 60 sh -c 'until ${isThere}; do sleep 0.05; done'`);
  }

  /** Ends units of the machine with everything that they have started, as a fault would. Returns when, in milliseconds since the epoch. */
  async function kill(...units: ('satrap-agent' | 'satrap-agent-upgrade')[]): Promise<number> {
    const kills = units.map((unit) => `systemctl kill -s KILL ${unit} >/dev/null 2>&1`);
    return Number((await box.run(['date +%s%3N', ...kills].join('; '))).text.trim());
  }

  /**
   * Waits until exactly one agent works, of this version, and says in the test's output how long after `what` it started and sent its first
   * heartbeat, by the machine's own clock.
   */
  async function expectOneAgent(version: string, since?: { what: string; atMs: number }): Promise<void> {
    // An agent is asked last, because that takes it far longer than the control plane.
    await machine.untilRuns(executorId, version, since?.atMs);
    const works = await until(
      `${version} works`,
      async () => {
        const said = await status();
        const syncedAt = Date.parse(said?.lastSync.succeededAt ?? '');
        return said?.version === version && syncedAt > (since?.atMs ?? 0) && said;
      },
      120_000,
      1000,
    );
    if (since !== undefined) {
      const after = (atMs: number) => `${((atMs - since.atMs) / 1000).toFixed(1)} s`;
      const startedAt = Date.parse(works.startedAt);
      // Its first one: where the machine boots, the agent can be asked only much later.
      const beat = api.heartbeats.find((at) => at >= startedAt) ?? Number.NaN;
      const bootedAt = await box.bootedAt();
      // What a shutdown takes is mostly the end of the daemons.
      const boot = bootedAt > since.atMs ? `; the boot began after ${after(bootedAt)}` : '';
      console.log(
        `one agent: ${since.what}: started after ${after(startedAt)}, a heartbeat after ${after(beat)}${boot}`,
      );
    }
    expect(await box.do('pgrep -fc "[.][cm]js agent ru[n]"')).toBe('1');
    expect(await box.do('readlink /opt/satrap/current')).toBe(`versions/${version}`);
  }

  const kept = ends.move();
  return {
    ...{ ...machine, first, releases, executorId, nodes, nodeId, containers, status, publish, ask, request },
    ...{ untilUpgraded: untilEnd, upgrade, untilEnded, untilPhase, kill, expectOneAgent },
    dispose: () => kept.disposeAsync(),
  };
}
