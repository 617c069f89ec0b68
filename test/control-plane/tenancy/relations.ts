import { adminsSee, type Expectations, membersSee } from './expectations.ts';
import { queryRows, viewerSees } from './queries.ts';
import { ofExecutor, query, type Row } from './row.ts';

/** A person of a deactivated organization gets an error. */
const ownOrganizations: Expectations = {
  ...viewerSees,
  ...{ executorKey: 'nothing', otherExecutorKey: 'nothing', systemAdmin: 'nothing', inactiveOwner: 'sees' },
};

const branches = query(
  membersSee,
  '{ notificationIncident(where: { id: $id }) { branches { nodes { name } } } }',
  ({ acme }) => acme.split(),
);
const organizations = query(ownOrganizations, '{ viewer { organizations { role organization { name } } } }');
const keyUsage = query(adminsSee, '{ apiKeys { usage { executorName executor { name } } } }');
const orphans = query(membersSee, '{ executor(where: { id: $id }) { orphans { name } } }', async ({ acme }) => {
  await acme.keptData();
  return acme.ids.executor;
});
const usedKeys = query(
  adminsSee,
  '{ executor(where: { id: $id }) { apiKeyUsages { executorName apiKey { usage { executorName } } } } }',
  ofExecutor,
);
const upgrades = query(
  membersSee,
  '{ executor(where: { id: $id }) { upgrade { targetVersion } upgrades { targetVersion } } }',
  ({ acme }) => acme.upgrading(),
  { sees: (data) => JSON.stringify(data).includes('targetVersion') },
);
const operations: Row = {
  document: 'query($id: ID!) { node(where: { id: $id }) { operations { title node { id name } } } }',
  variables: ({ acme }) => acme.operation(),
  expected: membersSee,
};

/** Every field that leads from one object to others, by its type and name, with a row that reads it from Acme's objects. */
export const relationRows: Record<string, Row> = {
  'ExecutorOffer.executor': queryRows.executorOffers,
  'ExecutorOffer.nodes': queryRows.executorOffers,
  'NodeOptions.executor': queryRows.nodeOptions,
  'NodePreview.executor': queryRows.previewNodeUpdate,
  'NodesChangePreview.results': queryRows.previewNodesChange,
  'NodesChangeResult.node': queryRows.previewNodesChange,
  'AlertIncident.branches': branches,
  'ChainNetwork.branches': queryRows.networks,
  'ChainBranch.nodes': queryRows.networks,
  'NotificationCenter.latest': queryRows.notificationCenter,
  'Member.person': queryRows.members,
  'Viewer.organizations': organizations,
  'OrganizationMembership.organization': organizations,
  'Viewer.organization': queryRows.viewer,
  'Viewer.person': query(ownOrganizations, '{ viewer { person { name } } }'),
  'ApiKey.usage': keyUsage,
  'Executor.apiKeyUsages': usedKeys,
  'ExecutorApiKeyUsage.apiKey': usedKeys,
  'ExecutorApiKeyUsage.executor': keyUsage,
  'Executor.orphans': orphans,
  'Executor.upgrade': upgrades,
  'Executor.upgrades': upgrades,
  'NodeRollout.members': queryRows.nodeRollout,
  'NodeRollout.waitsFor': queryRows.nodeRollout,
  'NodeRolloutMember.node': queryRows.nodeRollout,
  'RpcCredentialRotation.rollout': queryRows.rpcCredentialRotation,
  'UpgradeRollout.members': queryRows.upgradeRollout,
  'UpgradeRolloutMember.executor': queryRows.upgradeRollout,
  'UpgradeRolloutMember.upgrade': queryRows.upgradeRollout,
  'Executor.nodes': queryRows.executor,
  'Node.events': queryRows.node,
  'Node.executor': queryRows.node,
  'Node.operations': operations,
  'NodeOperation.node': operations,
};
