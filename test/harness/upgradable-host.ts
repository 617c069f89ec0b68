import type { TestControlPlane } from './control-plane.ts';
import { TestExecutor } from './executor.ts';
import { dataOf } from './graphql.ts';
import { until } from './until.ts';

/** What an agent reports if an archive can upgrade it. */
export const upgradability = { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' };

interface WantedUpgrade {
  requestId: string;
  targetVersion: string;
}

/** An executor with an upgradable agent, as the control plane sees it. */
export class UpgradableHost {
  readonly name: string;
  readonly id: string;
  readonly #executor: TestExecutor;
  #said: object;

  private constructor(executor: TestExecutor, id: string, said: object) {
    this.name = executor.name;
    this.id = id;
    this.#executor = executor;
    this.#said = said;
  }

  static async make(controlPlane: TestControlPlane, name: string): Promise<UpgradableHost> {
    const executor = await TestExecutor.withKey(controlPlane, name);
    const said = { upgradability, version: '1.0.0' };
    const { executorId } = (await executor.sync(said)).data.syncExecutor;
    return new UpgradableHost(executor, executorId, said);
  }

  /** Sends a heartbeat with changes that persist, and returns the upgrade in its answer. */
  async sync(change: object = {}): Promise<WantedUpgrade | null> {
    this.#said = { ...this.#said, ...change };
    return dataOf(await this.#executor.sync(this.#said)).syncExecutor.upgrade;
  }

  /** Waits for the request of an upgrade. */
  asked(targetVersion = '1.1.0'): Promise<WantedUpgrade> {
    const look = async () => {
      const upgrade = await this.sync({ upgrade: null });
      return upgrade?.targetVersion === targetVersion ? upgrade : null;
    };
    return until(`${this.name} is asked to become ${targetVersion}`, look, undefined, 500);
  }

  /** Reports the progress or the end of the requested upgrade. */
  async report(
    state: string,
    { version, ...more }: { version?: string; progress?: number; reason?: string } = {},
    targetVersion = '1.1.0',
  ): Promise<WantedUpgrade | null> {
    const { requestId } = await this.asked(targetVersion);
    const upgrade = { requestId, state, ...more };
    return this.sync({ upgrade, ...(version === undefined ? {} : { version }) });
  }

  /** Waits for the request of a version, and switches to it. */
  async become(version = '1.1.0'): Promise<void> {
    await this.asked(version);
    await this.sync({ version });
  }
}
