import type { GraphqlAnswer, TestControlPlane } from './control-plane.ts';
import { dataOf } from './graphql.ts';
import { release } from './release.ts';
import { until } from './until.ts';
import { UpgradableHost } from './upgradable-host.ts';

const fields = `id targetVersion groupSize state reason requestedBy requestedAt updatedAt endedAt
  counts { total waiting underWay upgraded failed skipped }
  members { group executorName state reason executor { id } upgrade { id state progress requestedBy } }`;

// The API's answer to the fields above.
type Shown = GraphqlAnswer['data'];

/** So many hosts. */
type Hosts<N extends number, T extends UpgradableHost[] = []> = T['length'] extends N
  ? T
  : Hosts<N, [...T, UpgradableHost]>;

/** The upgrade rollouts of one organization, as its owner drives and sees them. */
export class Rollouts {
  readonly #controlPlane: TestControlPlane;
  #hosts = 0;

  constructor(controlPlane: TestControlPlane) {
    this.#controlPlane = controlPlane;
  }

  async createRelease(version: string): Promise<void> {
    await this.#controlPlane.ask(
      'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { release { id } } }',
      { data: release(version) },
    );
  }

  /** Creates upgradable executors one after another, so that their names follow their age. */
  async newHosts<N extends number>(count: N): Promise<Hosts<N>> {
    const made: UpgradableHost[] = [];
    for (let index = 0; index < count; index++)
      made.push(await UpgradableHost.make(this.#controlPlane, `host-${String(++this.#hosts).padStart(3, '0')}`));
    return made as Hosts<N>;
  }

  start(members: readonly { id: string }[], more: object = {}, key?: string): Promise<GraphqlAnswer> {
    return this.#controlPlane.call(
      `mutation($data: UpgradeRolloutStartInput!) { startUpgradeRollout(data: $data) { rollout { ${fields} } } }`,
      { data: { executorIds: members.map(({ id }) => id), targetVersion: '1.1.0', ...more } },
      key,
    );
  }

  /** Starts one that must not be refused, and returns its id. */
  async begin(members: readonly { id: string }[], more: object = {}): Promise<string> {
    return dataOf(await this.start(members, more)).startUpgradeRollout.rollout.id;
  }

  change(what: 'pause' | 'resume' | 'cancel', id: string, args = ''): Promise<GraphqlAnswer> {
    return this.#controlPlane.call(
      `mutation($id: ID!) { ${what}UpgradeRollout(where: { id: $id }${args}) { rollout { state counts { waiting skipped } } } }`,
      { id },
    );
  }

  async show(id: string): Promise<Shown> {
    const document = `query($id: ID!) { upgradeRollout(where: { id: $id }) { ${fields} } }`;
    return (await this.#controlPlane.ask(document, { id })).upgradeRollout;
  }

  untilState(id: string, state: string): Promise<Shown> {
    const look = async () => {
      const shown = await this.show(id);
      return shown.state === state ? shown : null;
    };
    // A job that runs every two seconds advances it.
    return until(`the rollout is ${state}`, look, undefined, 500);
  }
}

export const memberStates = ({ members }: { members: { state: string }[] }): string[] =>
  members.map(({ state }) => state);
