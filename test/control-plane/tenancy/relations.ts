import { adminsSee, type Expectations, membersSee } from './expectations.ts';
import { viewerSees } from './queries.ts';
import { query, type Row } from './row.ts';

/** A person of a deactivated organization gets an error. */
const ownOrganizations: Expectations = {
  ...viewerSees,
  ...{ executorKey: 'nothing', otherExecutorKey: 'nothing', systemAdmin: 'nothing', inactiveOwner: 'sees' },
};

const hasUpgrade = (data: object): boolean => JSON.stringify(data).includes('targetVersion');

/** Every field that leads from one object to others, by its type and name, reached from Acme's objects. */
export const relationRows: Record<string, Row> = {
  'ExecutorOffer.executor': {
    document: '{ executorOffers { executor { name } } }',
    variables: async ({ acme }) => ({ unused: await acme.offering() }),
    expected: adminsSee,
  },
  'ExecutorOffer.nodes': {
    document: '{ executorOffers { nodes { name } } }',
    variables: async ({ acme }) => ({ unused: await acme.offering() }),
    expected: adminsSee,
  },
  'NodeOptions.executor': {
    document: 'query($id: ID!) { nodeOptions(executorId: $id) { executor { id name } } }',
    variables: ({ acme }) => ({ id: acme.ids.executor }),
    expected: membersSee,
  },
  'NodePreview.executor': {
    document: 'query($id: ID!) { previewNodeUpdate(where: { id: $id }, data: {}) { executor { id name } } }',
    variables: ({ acme }) => ({ id: acme.ids.node }),
    expected: membersSee,
  },
  'AlertIncident.branches': {
    document: 'query($id: ID!) { notificationIncident(id: $id) { branches { nodes { name } } } }',
    variables: async ({ acme }) => ({ id: await acme.split() }),
    expected: membersSee,
  },
  'ChainNetwork.branches': query(membersSee, '{ networks { branches { nodes { name } } } }'),
  'ChainBranch.nodes': query(membersSee, '{ networks { branches { nodes { id } } } }'),
  'NotificationCenter.latest': query(membersSee, '{ notificationCenter { latest { message } } }'),
  'Member.person': query(membersSee, '{ members { person { name } } }'),
  'Viewer.organizations': query(ownOrganizations, '{ viewer { organizations { role organization { name } } } }'),
  'OrganizationMembership.organization': {
    document: '{ viewer { organizations { organization { name } } } }',
    expected: ownOrganizations,
  },
  'Viewer.organization': query(viewerSees, '{ viewer { organization { name } } }'),
  'Viewer.person': {
    document: '{ viewer { person { name } } }',
    expected: {
      ...viewerSees,
      ...{ executorKey: 'nothing', otherExecutorKey: 'nothing', systemAdmin: 'nothing' },
      inactiveOwner: 'sees',
    },
  },
  'ApiKey.usage': query(adminsSee, '{ apiKeys { usage { executorName } } }'),
  'Executor.apiKeyUsages': {
    document: 'query($id: ID!) { executor(where: { id: $id }) { apiKeyUsages { executorName } } }',
    variables: ({ acme }) => ({ id: acme.ids.executor }),
    expected: adminsSee,
  },
  'ExecutorApiKeyUsage.apiKey': {
    document: 'query($id: ID!) { executor(where: { id: $id }) { apiKeyUsages { apiKey { usage { executorName } } } } }',
    variables: ({ acme }) => ({ id: acme.ids.executor }),
    expected: adminsSee,
  },
  'ExecutorApiKeyUsage.executor': query(adminsSee, '{ apiKeys { usage { executor { name } } } }'),
  'Executor.upgrade': {
    document: 'query($id: ID!) { executor(where: { id: $id }) { upgrade { targetVersion } } }',
    variables: async ({ acme }) => ({ id: await acme.upgrading() }),
    expected: membersSee,
    sees: hasUpgrade,
  },
  'Executor.upgrades': {
    document: 'query($id: ID!) { executor(where: { id: $id }) { upgrades { targetVersion } } }',
    variables: async ({ acme }) => ({ id: await acme.upgrading() }),
    expected: membersSee,
    sees: hasUpgrade,
  },
  'UpgradeRollout.members': {
    document: 'query($id: ID!) { upgradeRollout(where: { id: $id }) { members { executorName } } }',
    variables: async ({ acme }) => ({ id: await acme.rollout() }),
    expected: membersSee,
  },
  'UpgradeRolloutMember.executor': {
    document: 'query($id: ID!) { upgradeRollout(where: { id: $id }) { members { executor { id } } } }',
    variables: async ({ acme }) => ({ id: await acme.rollout() }),
    expected: membersSee,
  },
  'UpgradeRolloutMember.upgrade': {
    document: 'query($id: ID!) { upgradeRollout(where: { id: $id }) { members { upgrade { targetVersion } } } }',
    variables: async ({ acme }) => ({ id: await acme.rollout() }),
    expected: membersSee,
    sees: hasUpgrade,
  },
  'Executor.nodes': {
    document: 'query($id: ID!) { executor(where: { id: $id }) { nodes { id name } } }',
    variables: ({ acme }) => ({ id: acme.ids.executor }),
    expected: membersSee,
  },
  'Node.events': {
    document: 'query($id: ID!) { node(where: { id: $id }) { events { nodes { message } } } }',
    variables: ({ acme }) => ({ id: acme.ids.node }),
    expected: membersSee,
  },
  'Node.executor': {
    document: 'query($id: ID!) { node(where: { id: $id }) { executor { id name } } }',
    variables: ({ acme }) => ({ id: acme.ids.node }),
    expected: membersSee,
  },
  'Node.operations': {
    document: 'query($id: ID!) { node(where: { id: $id }) { operations { title node { name } } } }',
    variables: ({ acme }) => acme.operation(),
    expected: membersSee,
  },
  'NodeOperation.node': {
    document: 'query($id: ID!) { node(where: { id: $id }) { operations { node { id name } } } }',
    variables: ({ acme }) => acme.operation(),
    expected: membersSee,
  },
};
