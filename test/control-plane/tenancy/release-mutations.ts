import type { Mutation } from '../../../src/contract/types.generated.ts';
import { release } from '../../harness/release.ts';
import { adminsDo, systemAdminsDo } from './expectations.ts';
import type { Row } from './row.ts';

let created = 0;

/** The mutations of releases and upgrades. */
export const releaseRows = {
  cancelExecutorUpgrade: {
    document: 'mutation($id: ID!) { cancelExecutorUpgrade(executorId: $id) { id } }',
    variables: async ({ acme }) => ({ id: await acme.upgrading() }),
    expected: adminsDo,
  },
  cancelUpgradeRollout: {
    document: 'mutation($id: ID!) { cancelUpgradeRollout(where: { id: $id }) { id } }',
    variables: async ({ acme }) => ({ id: await acme.rollout() }),
    expected: adminsDo,
  },
  createExecutorRelease: {
    document: 'mutation($data: ExecutorReleaseCreateInput!) { createExecutorRelease(data: $data) { id } }',
    variables: () => ({ data: release(`8.0.${created++}`) }),
    expected: systemAdminsDo,
  },
  deleteExecutorRelease: {
    document: 'mutation($id: ID!) { deleteExecutorRelease(where: { id: $id }) { id } }',
    variables: async ({ acme }) => ({ id: await acme.spareRelease() }),
    expected: systemAdminsDo,
  },
  pauseUpgradeRollout: {
    document: 'mutation($id: ID!) { pauseUpgradeRollout(where: { id: $id }) { id } }',
    variables: async ({ acme }) => ({ id: await acme.rollout() }),
    expected: adminsDo,
  },
  requestExecutorUpgrade: {
    document:
      'mutation($id: ID!, $version: String!) { requestExecutorUpgrade(executorId: $id, targetVersion: $version) { id } }',
    variables: async ({ acme }) => ({ id: await acme.upgradable(), version: acme.release }),
    expected: adminsDo,
  },
  resumeUpgradeRollout: {
    document: 'mutation($id: ID!) { resumeUpgradeRollout(where: { id: $id }) { id } }',
    variables: async ({ acme }) => ({ id: await acme.rollout('paused') }),
    expected: adminsDo,
  },
  startUpgradeRollout: {
    document:
      'mutation($id: ID!, $version: String!) { startUpgradeRollout(data: { executorIds: [$id], targetVersion: $version }) { id } }',
    variables: async ({ acme }) => ({ id: await acme.upgradable(), version: acme.release }),
    expected: adminsDo,
  },
  updateExecutorRelease: {
    document: 'mutation($id: ID!) { updateExecutorRelease(where: { id: $id }, data: { notes: "tried" }) { id } }',
    variables: async ({ acme }) => ({ id: await acme.spareRelease() }),
    expected: systemAdminsDo,
  },
} satisfies Partial<Record<keyof Mutation, Row>>;
