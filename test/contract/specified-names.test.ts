import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { networkFacts } from '../../src/bitcoin/network.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('schema/*.graphql', { cwd: root });
const schema = buildSchema(files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'));

/** The arguments that the specification names, by operation. */
const queries = {
  executors: ['where', 'orderBy', 'take', 'skip'],
  executor: ['where'],
  nodes: ['where', 'orderBy', 'take', 'skip'],
  node: ['where'],
  events: ['filter'],
  auditActions: ['filter'],
  notificationCenter: [],
  notificationSettings: [],
  notificationIncidents: ['status'],
  webhookDeliveries: [],
  executorReleases: ['where', 'orderBy'],
};
const mutations = {
  syncExecutor: ['input: SyncExecutorInput!'],
  reportRuntimeEvents: ['input: [RuntimeEventInput!]!'],
  createNode: ['data: NodeCreateInput!'],
  updateNode: ['data', 'where'],
  requestNodeLifecycleAction: ['id', 'action'],
  deleteNode: ['where'],
  requestExecutorUpgrade: ['executorId', 'targetVersion'],
  deleteExecutor: ['where'],
  saveNotificationSettings: ['input'],
  testNotificationWebhook: [],
  adminUpdateOrganizationMemberRole: [],
  adminSetOrganizationActive: [],
  createExecutorRelease: [],
  updateExecutorRelease: [],
  deleteExecutorRelease: [],
};

test.each([
  ...Object.entries(queries).map((row) => ['query', ...row] as const),
  ...Object.entries(mutations).map((row) => ['mutation', ...row] as const),
])('the %s %s has the arguments of the specification, and requires no others', (kind, name, specified) => {
  const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  const args = type?.getFields()[name]?.args ?? [];
  for (const argument of specified) {
    const [argumentName, argumentType] = argument.split(': ');
    const found = args.find((each) => each.name === argumentName);
    expect(found, argument).toBeDefined();
    if (argumentType !== undefined) expect(String(found?.type)).toBe(argumentType);
  }
  if (specified.length > 0 || kind === 'query') {
    const others = args.filter((each) => !specified.some((argument) => argument.split(': ')[0] === each.name));
    expect(others.filter(({ type: of }) => String(of).endsWith('!'))).toEqual([]);
  }
});

test.each([
  ...[
    'User',
    'Organization',
    'Member',
    'Invitation',
    'Session',
    'Executor',
    'ExecutorResources',
    'ExecutorApiKeyUsage',
  ],
  ...['Node', 'NotificationNodeOverride', 'Event', 'AlertIncident', 'NotificationSettings', 'WebhookDelivery'],
  ...['AuditAction', 'ExecutorRelease'],
])('there is the entity %s', (name) => {
  expect(isObjectType(schema.getType(name))).toBe(true);
});

test.each([
  ['SyncExecutorInput', ['name', 'kind', 'version', 'channel', 'capabilities', 'resources']],
  ['EventFilterInput', ['cursor', 'direction', 'executorName', 'nodeName', 'level']],
  ['NodeUpdateInput', ['desiredState', 'overrides']],
])('%s has the fields of the specification', (name, fields) => {
  const type = schema.getType(name);
  expect(isInputObjectType(type) && Object.keys(type.getFields())).toEqual(expect.arrayContaining(fields));
});

test.each([
  ['NodeType', ['full', 'pruned']],
  ['NodeLifecycleAction', ['start', 'stop', 'restart']],
  ['ApiKeyPurpose', ['executor', 'personal']],
  ['Network', ['mainnet', 'signet']],
  [
    'UserErrorCode',
    [
      ...['Forbidden', 'chain_not_supported_by_executor', 'executor_offline', 'invalid_node_config'],
      ...['upgrade_already_pending', 'release_not_found'],
    ],
  ],
])('%s has the values of the specification', (name, values) => {
  const type = schema.getType(name);
  expect(isEnumType(type) && type.getValues().map(({ name: value }) => value)).toEqual(expect.arrayContaining(values));
});

test('the audit log’s endCursor is where specified, and no type has a version field', () => {
  const fieldsOf = (name: string) => {
    const type = schema.getType(name);
    return isObjectType(type) ? Object.keys(type.getFields()) : [];
  };
  expect(fieldsOf('AuditActionConnection')).toEqual(expect.arrayContaining(['edges', 'pageInfo']));
  expect(fieldsOf('PageInfo')).toContain('endCursor');
  expect(fieldsOf('Query').filter((field) => /version/i.test(field))).toEqual([]);
});

test('mainnet and signet have the RPC ports of the specification', () => {
  expect([networkFacts('mainnet').rpcPort, networkFacts('signet').rpcPort]).toEqual([8332, 38332]);
});
