import { readFileSync } from 'node:fs';
import { expect, inject } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { ApiProxy } from '../harness/api-proxy.ts';
import { TestControlPlane, type TestControlPlaneOptions } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { platform, releaseFiles } from '../harness/release-files.ts';
import { ReleaseServer } from '../harness/release-server.ts';
import { releaseVariants, type Variant, type VariantArchive } from '../harness/release-variant.ts';
import { satrap } from '../harness/satrap.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
import { dockerHostOfTests } from './docker-host.ts';
import { forwardFromContainers } from './forwarder.ts';

/** How an upgrade ended, as the control plane knows it. */
export interface UpgradeEnd {
  state: string;
  reason: string | null;
}

const phases = ['stop', 'store', 'pointer', 'start', 'judge', 'commit'];

/** A machine on which a release is installed and one node runs, a control plane, and releases to upgrade it to. */
export class UpgradeMachine implements AsyncDisposable {
  /** The version that was installed. */
  readonly first = ownVersion();
  readonly box: Box;
  readonly controlPlane: TestControlPlane;
  /** Stands between the machine's agent and the control plane. */
  readonly api: ApiProxy;
  readonly releases: ReleaseServer;
  readonly #archives: readonly VariantArchive[];
  readonly #releaseUrl: string;
  readonly #ends: AsyncDisposableStack;
  #executorId = '';
  #nodeId = '';

  private constructor(
    parts: Pick<UpgradeMachine, 'box' | 'controlPlane' | 'api' | 'releases'>,
    archives: readonly VariantArchive[],
    releaseUrl: string,
    ends: AsyncDisposableStack,
  ) {
    this.box = parts.box;
    this.controlPlane = parts.controlPlane;
    this.api = parts.api;
    this.releases = parts.releases;
    this.#archives = archives;
    this.#releaseUrl = releaseUrl;
    this.#ends = ends;
  }

  static async start(variants: readonly Variant[], options: TestControlPlaneOptions = {}): Promise<UpgradeMachine> {
    await using ends = new AsyncDisposableStack();
    ends.use(dockerHostOfTests());
    await ensureBoxImage(AbortSignal.timeout(240_000));
    const key = makeSigningKey();
    const release = ends.use(await releaseFiles(key));
    const archives = await releaseVariants(release.folder, key, variants);
    const controlPlane = await TestControlPlane.start(options);
    ends.defer(() => controlPlane.destroy());
    const api = await ApiProxy.start(controlPlane.url);
    ends.defer(() => api.stop());
    const way = ends.use(await forwardFromContainers(Number(new URL(api.url).port)));
    const releases = ends.use(await ReleaseServer.start(way.host));
    const releaseWay = ends.use(await forwardFromContainers(releases.port));
    const box = await Box.boot();
    ends.defer(() => box.destroy());
    await box.copyIn(release.folder, '/root/release');
    await box.do('mkdir -p /etc/satrap');
    await box.copyIn(releases.caFile, '/etc/satrap/ca.pem');
    const releaseUrl = `https://${releaseWay.host}:${releaseWay.port}/satrap.tar.gz`;
    const machine = new UpgradeMachine({ box, controlPlane, api, releases }, archives, releaseUrl, ends.move());
    await machine.#install(`http://${way.host}:${way.port}/graphql`);
    return machine;
  }

  async #install(url: string): Promise<void> {
    const { box, controlPlane } = this;
    const image = inject('clientImages')['28.1'] ?? '';
    await box.loadImage(image);
    const settings = `allow_regtest = true\nca_file = "/etc/satrap/ca.pem"\n[images]\n"28.1" = "${image}"\n`;
    await box.do('cat >/etc/satrap/agent.toml', settings);
    const { stdout } = await satrap(['executors', 'token', '--url', controlPlane.url], {
      SATRAP_API_KEY: controlPlane.personalKey,
    });
    await box.do('cat >/root/token && chmod 600 /root/token', stdout.trim());
    await box.do(`sh /root/release/install.sh -- --url ${url} --token-file /root/token --insecure-http`);
    const { executors } = await controlPlane.ask('{ executors { id } }');
    this.#executorId = executors[0].id;
    const nodes = new TestNodes(controlPlane, this.#executorId);
    this.#nodeId = (await nodes.create('housed')).id;
    await nodes.untilPhase(this.#nodeId, 'running', 90_000);
  }

  /** The machine's executor. */
  get executorId(): string {
    return this.#executorId;
  }

  /** The node's container and when it began its run. */
  container(): Promise<string> {
    return this.box.do(`docker inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${this.#nodeId}`);
  }

  /** What the agent says of itself; undefined where none answers. */
  async status(): Promise<
    { version: string; startedAt: string; lastSync: { succeededAt: string | null } } | undefined
  > {
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
    await this.controlPlane.ask(
      'mutation($id: ID!, $version: String!) { requestExecutorUpgrade(executorId: $id, targetVersion: $version) { id } }',
      { id: this.#executorId, version },
    );
  }

  /** Adds a release to the catalog. */
  async publish(version: string): Promise<void> {
    const { file, sizeBytes, sha256, signature } = this.archiveOf(version);
    this.releases.body = readFileSync(file);
    const artifact = { platform, url: this.#releaseUrl, sizeBytes, sha256, signature };
    await this.controlPlane.ask(
      'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }',
      { data: { version, channel: 'stable', notes: '', artifacts: [artifact] } },
    );
  }

  /** Waits until the control plane knows how the latest request ended. */
  untilUpgraded(): Promise<UpgradeEnd> {
    return until(
      'the control plane knows the end',
      async () => {
        const query = 'query($id: ID!) { executor(where: { id: $id }) { upgrades { state reason endedAt } } }';
        const { executor } = await this.controlPlane.ask(query, { id: this.#executorId });
        return executor.upgrades[0].endedAt !== null && executor.upgrades[0];
      },
      180_000,
    );
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
   * Waits until exactly one agent works, of this version, and says in the test's output how long that took since `what` happened, by the
   * machine's own clock.
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
      const synced = (Date.parse(works.lastSync.succeededAt ?? '') - since.atMs) / 1000;
      console.log(
        `one agent: ${since.what}: started ${seconds.toFixed(1)} s later, a heartbeat after ${synced.toFixed(1)} s`,
      );
    }
    expect(await this.box.do('pgrep -fc "[.]mjs agent ru[n]"')).toBe('1');
    expect(await this.box.do('readlink /opt/satrap/current')).toBe(`versions/${version}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }
}
