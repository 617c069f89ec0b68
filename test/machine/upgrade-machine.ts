import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { artifactComment, type SecretKey, signDigest } from '../../scripts/release/sign.ts';
import type { AgentStatus } from '../../src/agent/admin-socket/status.ts';
import { ownVersion } from '../../src/version.ts';
import type { ApiProxy } from '../harness/api-proxy.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { previousRelease, previousVersion } from '../harness/previous-release.ts';
import { platform } from '../harness/release-files.ts';
import { ReleaseServer } from '../harness/release-server.ts';
import { releaseVariants, type Variant, type VariantArchive } from '../harness/release-variant.ts';
import { sharedRelease } from '../harness/shared-release.ts';
import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import { EngineMachine, type EngineMachineOptions } from './engine-machine.ts';
import { forwardFromContainers } from './forwarder.ts';

/** How an upgrade ended, as the control plane knows it. */
export interface UpgradeEnd {
  state: string;
  reason: string | null;
}

/** Asks for a release of the catalog, as a person does. Throws what the control plane refuses it with. */
export const askUpgrade = (controlPlane: TestControlPlane, id: string, version: string): Promise<unknown> =>
  controlPlane.ask(
    'mutation($id: ID!, $version: String!) { requestExecutorUpgrade(executorId: $id, targetVersion: $version) { id } }',
    { id, version },
  );

/** Adds a release to the catalog. `more`: its artifacts and image. */
export const addToCatalog = (controlPlane: TestControlPlane, version: string, more: object): Promise<unknown> =>
  controlPlane.ask('mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }', {
    data: { version, channel: 'stable', notes: '', artifacts: [], ...more },
  });

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
  );

/** What the catalog says of an archive. */
export type CatalogEntry = Pick<VariantArchive, 'sizeBytes' | 'sha256' | 'signature'>;

/** Returns what a catalog rightly says of an archive that this key signs for a version. */
export const catalogEntry = (version: string, archive: Buffer, key: SecretKey): CatalogEntry => ({
  sizeBytes: archive.length,
  sha256: createHash('sha256').update(archive).digest('hex'),
  signature: signDigest(
    createHash('blake2b512').update(archive).digest(),
    key,
    artifactComment({ version, platform, channel: 'stable', file: `satrap-${version}-${platform}.tar.gz` }),
  ),
});

const phases = ['stop', 'store', 'pointer', 'start', 'judge', 'commit'];

export interface UpgradeMachineOptions extends EngineMachineOptions {
  /** What is installed on the machine. Default: the present release. */
  installed?: 'previous' | 'present';
}

/** A machine on which a release is installed and one node runs, a control plane, and releases to upgrade it to. */
export class UpgradeMachine implements AsyncDisposable {
  /** The version that was installed. */
  readonly first: string;
  readonly machine: EngineMachine;
  readonly releases: ReleaseServer;
  readonly #archives: readonly VariantArchive[];
  readonly #releaseUrl: string;
  readonly #ends: AsyncDisposableStack;
  /** The machine's executor, and its node. */
  executorId = '';
  nodeId = '';

  private constructor(
    machine: EngineMachine,
    releases: ReleaseServer,
    releaseUrl: string,
    first: string,
    archives: readonly VariantArchive[],
    ends: AsyncDisposableStack,
  ) {
    this.first = first;
    this.machine = machine;
    this.releases = releases;
    this.#archives = archives;
    this.#releaseUrl = releaseUrl;
    this.#ends = ends;
  }

  static async start(
    variants: readonly Variant[],
    { installed = 'present', ...options }: UpgradeMachineOptions = {},
  ): Promise<UpgradeMachine> {
    await using ends = new AsyncDisposableStack();
    const isPrevious = installed === 'previous';
    const starting = [
      EngineMachine.start(options).then((machine) => ends.use(machine)),
      isPrevious ? previousRelease() : sharedRelease(),
    ] as const;
    await Promise.allSettled(starting);
    const [machine, { folder: installedFolder }] = await Promise.all(starting);
    const { box, release, hostAddress } = machine;
    const folder = mkdtempSync(join(tmpdir(), 'satrap-variants-'));
    ends.defer(() => rmSync(folder, { recursive: true }));
    const archives = await releaseVariants(release, folder, variants, { withServer: false });
    const releases = ends.use(await ReleaseServer.start(hostAddress));
    const way = ends.use(await forwardFromContainers(releases.port));
    await box.copyIn(installedFolder, '/root/release');
    await box.do('mkdir -p /etc/satrap');
    await box.copyIn(releases.caFile, '/etc/satrap/ca.pem');
    const url = `https://${way.host}:${way.port}/satrap.tar.gz`;
    const first = isPrevious ? previousVersion : ownVersion();
    const upgraded = new UpgradeMachine(machine, releases, url, first, archives, ends.move());
    await upgraded.#install();
    return upgraded;
  }

  async #install(): Promise<void> {
    const { box, controlPlane, url, clientImage } = this.machine;
    const settings = `allow_regtest = true\nca_file = "/etc/satrap/ca.pem"\n[images.bitcoind]\n"28.1" = "${clientImage}"\n`;
    // As on a hardened host.
    await box.do('umask 077; cat >/etc/satrap/agent.toml', settings);
    await box.do('cat >/root/token && chmod 600 /root/token', await this.machine.newToken());
    await box.do(`umask 027; sh /root/release/install.sh -- --url ${url} --token-file /root/token --insecure-http`);
    const { executors } = await controlPlane.ask('{ executors { id } }');
    this.executorId = executors[0].id;
    this.nodeId = (await this.nodes.create('housed')).id;
    await this.nodes.untilPhase(this.nodeId, 'running', 90_000);
  }

  get box(): Box {
    return this.machine.box;
  }

  get controlPlane(): TestControlPlane {
    return this.machine.controlPlane;
  }

  /** Stands between the machine's agent and the control plane. */
  get api(): ApiProxy {
    return this.machine.api;
  }

  get nodes(): TestNodes {
    return new TestNodes(this.controlPlane, this.executorId);
  }

  /** The containers of the nodes, and when each began its run. */
  containers(): Promise<string> {
    return this.box.do(
      "docker ps -aq --no-trunc -f name=satrap- | sort | xargs docker inspect -f '{{.Name}} {{.Id}} {{.State.StartedAt}}'",
    );
  }

  /** What the agent says of itself; undefined where none answers. */
  async status(): Promise<AgentStatus | undefined> {
    const { code, text } = await this.box.run('satrap agent status --json');
    return code === 0 ? JSON.parse(text) : undefined;
  }

  archiveOf(version: string): VariantArchive {
    const archive = this.#archives.find((each) => each.version === version);
    if (archive === undefined) throw new Error(`there is no ${version}`);
    return archive;
  }

  /** Adds a release to the catalog, asks for it as a person does, and waits until the control plane knows how it ended. */
  async upgrade(version: string): Promise<UpgradeEnd> {
    await this.request(version);
    return this.untilUpgraded();
  }

  async request(version: string): Promise<void> {
    await this.publish(version);
    await this.ask(version);
  }

  async ask(version: string): Promise<void> {
    await askUpgrade(this.controlPlane, this.executorId, version);
  }

  /** Adds a release to the catalog. */
  async publish(version: string): Promise<void> {
    const archive = this.archiveOf(version);
    await this.addRelease(version, archive);
    this.releases.body = readFileSync(archive.file);
  }

  /** Adds a release to the catalog, whatever is served for it. */
  async addRelease(version: string, { sizeBytes, sha256, signature }: CatalogEntry): Promise<void> {
    const artifact = { platform, url: this.#releaseUrl, sizeBytes, sha256, signature };
    await addToCatalog(this.controlPlane, version, { artifacts: [artifact] });
  }

  untilUpgraded(): Promise<UpgradeEnd> {
    return untilUpgraded(this.controlPlane, this.executorId);
  }

  /** Waits until the watcher is done with everything. */
  async untilEnded(): Promise<void> {
    const files = ['/var/lib/satrap/upgrade/order.json', '/var/lib/satrap-upgrade/journal.json'];
    const isUnderWay = files.map((file) => `test -e ${file}`).join(' || ');
    await until('the switch has ended', async () => (await this.box.run(isUnderWay)).code !== 0, 150_000);
  }

  /** Waits until the watcher is at a step or behind it. */
  async untilPhase(phase: string): Promise<void> {
    const names = phases.slice(phases.indexOf(phase)).join('|');
    const isThere = `grep -qE "\\"phase\\":\\"(${names})\\"" /var/lib/satrap-upgrade/journal.json 2>/dev/null`;
    await this.box.do(`timeout 60 sh -c 'until ${isThere}; do sleep 0.02; done'`);
  }

  /** Ends units of the machine with everything that they have started, as a fault would. Returns when, in milliseconds since the epoch. */
  async kill(...units: ('satrap-agent' | 'satrap-agent-upgrade')[]): Promise<number> {
    const kills = units.map((unit) => `systemctl kill -s KILL ${unit} >/dev/null 2>&1`);
    return Number((await this.box.run(['date +%s%3N', ...kills].join('; '))).text.trim());
  }

  /**
   * Waits until exactly one agent works, of this version, and says in the test's output how long after `what` it started and sent its first
   * heartbeat, by the machine's own clock.
   */
  async expectOneAgent(version: string, since?: { what: string; atMs: number }): Promise<void> {
    const works = await until(
      `${version} works`,
      async () => {
        const status = await this.status();
        const syncedAt = Date.parse(status?.lastSync.succeededAt ?? '');
        return status?.version === version && syncedAt > (since?.atMs ?? 0) && status;
      },
      60_000,
    );
    if (since !== undefined) {
      const seconds = (Date.parse(works.startedAt) - since.atMs) / 1000;
      // Its first one: where the machine boots, the agent can be asked only much later.
      const first = this.api.heartbeats.find((at) => at >= Date.parse(works.startedAt)) ?? Number.NaN;
      const synced = (first - since.atMs) / 1000;
      const booting = ((await this.box.bootedAt()) - since.atMs) / 1000;
      // What a shutdown takes is mostly the end of the daemons.
      const boot = booting > 0 ? `; the boot began after ${booting.toFixed(1)} s` : '';
      console.log(
        `one agent: ${since.what}: started ${seconds.toFixed(1)} s later, a heartbeat after ${synced.toFixed(1)} s${boot}`,
      );
    }
    expect(await this.box.do('pgrep -fc "[.][cm]js agent ru[n]"')).toBe('1');
    expect(await this.box.do('readlink /opt/satrap/current')).toBe(`versions/${version}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }
}
