import { globSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { buildSchema } from 'graphql';
import { audienceSchemas } from './scripts/audience-schema.ts';
import { clientOperations } from './scripts/client-operations.ts';
import { foldersOfOperations } from './scripts/console-operations.ts';
import { eventSchemas } from './scripts/event-schemas.ts';
import { incidentSchemas } from './scripts/incident-schemas.ts';
import { inputLimits } from './scripts/input-limits.ts';
import { optionalFields } from './scripts/optional-fields.ts';
import { permissionTable } from './scripts/permission-table.ts';
import { webhookSchemas } from './scripts/webhook-schemas.ts';

const scalars = { ID: 'string', DateTime: 'string', JSON: 'unknown', ByteCount: 'number' };

const schemaText = globSync('schema/*.graphql')
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'));

const schema = buildSchema(schemaText.join('\n'));

const ofClient = clientOperations(schema).join('\n');

const operations = {
  importSchemaTypesFrom: 'src/contract/types.generated.ts',
  namespacedImportName: 'Types',
  scalars,
  enumType: 'string-literal',
  strictScalars: true,
  useTypeImports: true,
  skipTypename: true,
};

/** Operations as texts, which are smaller, for those who do not look into them. */
const operationsAsText = { ...operations, documentMode: 'string' };

const ofConsole = Object.fromEntries(
  foldersOfOperations(ofClient).map((folder) => [
    `${folder}/operations.generated.ts`,
    {
      documents: `${folder}/*.graphql`,
      plugins: ['typescript-operations', 'typed-document-node'],
      config: operationsAsText,
    },
  ]),
);

const ofWebhooks = Object.fromEntries(
  webhookSchemas(schema).map(({ name, content }) => [`schema/webhooks/${name}`, { plugins: [{ add: { content } }] }]),
);

const ofIncidents = Object.fromEntries(
  incidentSchemas().map(({ name, content }) => [`schema/incidents/${name}`, { plugins: [{ add: { content } }] }]),
);

const ofEvents = Object.fromEntries(
  eventSchemas().map(({ name, content }) => [`schema/events/${name}`, { plugins: [{ add: { content } }] }]),
);

const ofAudiences = Object.fromEntries(
  audienceSchemas(schemaText.join('\n')).map(({ name, content }) => [
    `schema/audiences/${name}`,
    { plugins: [{ add: { content } }] },
  ]),
);

const config: CodegenConfig = {
  importExtension: '.ts',
  schema: 'schema/*.graphql',
  generates: {
    'src/contract/types.generated.ts': {
      plugins: ['typescript'],
      config: { scalars, strictScalars: true, enumsAsTypes: true, useTypeImports: true, skipTypename: true },
    },
    'src/contract/input-limits.generated.ts': {
      plugins: [{ add: { content: inputLimits(schema, 'SyncExecutorInput', 'EndpointsReportInput') } }],
    },
    'src/contract/optional-fields.generated.ts': { plugins: [{ add: { content: optionalFields(schema) } }] },
    'src/contract/permissions.generated.ts': { plugins: [{ add: { content: permissionTable(schema) } }] },
    // Apart from those of people, which an agent would otherwise keep in its memory.
    'src/contract/agent-operations.generated.ts': {
      documents: 'src/contract/agent.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: operations,
    },
    'src/contract/operations.generated.ts': {
      documents: ['src/contract/*.graphql', '!src/contract/agent.graphql'],
      plugins: ['typescript-operations', 'typed-document-node'],
      config: operations,
    },
    'src/client/operations.generated.ts': {
      documents: ofClient,
      plugins: ['typescript-operations', 'typed-document-node'],
      // A program, such as the console, is built with those that it uses.
      config: { ...operationsAsText, pureMagicComment: true },
    },
    ...ofConsole,
    ...ofWebhooks,
    ...ofIncidents,
    ...ofEvents,
    ...ofAudiences,
    'src/control-plane/request/resolvers.generated.ts': {
      plugins: [
        { add: { content: "import type * as Types from '../../contract/types.generated.ts';" } },
        'typescript-resolvers',
      ],
      config: {
        namespacedImportName: 'Types',
        scalars,
        strictScalars: true,
        enumsAsTypes: true,
        useTypeImports: true,
        skipTypename: true,
        contextType: './context.ts#RequestContext',
        mapperTypeSuffix: '',
        mappers: {
          ApiKey: '../tables/accounts.ts#KeyRow',
          EnrolmentToken: '../tables/accounts.ts#EnrolmentTokenRow',
          ExecutorApiKeyUsage: '../tables/accounts.ts#KeyRow',
          Endpoint: '../tables/endpoints.ts#EndpointRow',
          Consumer: '../tables/endpoints.ts#ConsumerRow',
          Executor: '../tables/executors.ts#ExecutorRow',
          ExecutorRelease: '../tables/releases.ts#ReleaseRow',
          ExecutorUpgrade: '../tables/releases.ts#UpgradeRow',
          UpgradeRollout: '../tables/releases.ts#RolloutRow',
          UpgradeRolloutMember: '../tables/releases.ts#MemberRow',
          NodeRollout: '../tables/node-rollouts.ts#NodeRolloutRow',
          NodeRolloutMember: '../tables/node-rollouts.ts#NodeRolloutMemberRow',
          Invitation: '../tables/accounts.ts#InvitationRow',
          Member: '../tables/accounts.ts#MembershipRow',
          Organization: '../tables/accounts.ts#OrganizationRow',
          User: '../tables/accounts.ts#UserRow',
          NotificationSettings: '../tables/notifications.ts#SettingsView',
          NotificationNodeOverride: '../tables/notifications.ts#NodeOverrideRow',
          AuditAction: '../tables/audit.ts#AuditActionRow',
          OrphanedNode: 'Types.OrphanedNodeInput & { executorId: string }',
          Session: "Omit<Types.Session, 'createdAt' | 'expiresAt' | 'lastUsedAt'>",
          ClientOption: 'Types.ClientCapabilityInput',
          ClientLifecycle: '../../bitcoin/clients/lifecycle.ts#VersionLife',
          ClientAdvisory: '../../bitcoin/clients/version-data.ts#Advisory',
          NotificationChannel: '../tables/channels.ts#ChannelRow',
          WebhookDelivery: '../tables/channels.ts#DeliveryRow',
          Node: '../tables/nodes.ts#NodeRow',
          AgentRequest: '../tables/agent-requests.ts#ShownRequest',
          NodeOperation: '../tables/node-operations.ts#OperationOfNode',
          Viewer: './caller.ts#Caller',
          NodeOptions: '../tables/nodes.ts#NodeOptionsRow',
          PreviewedNode: "Omit<Types.PreviewedNode, 'clientLifecycle'>",
          OfferedNode: "Omit<Types.OfferedNode, 'clientLifecycle'>",
        },
      },
    },
  },
};

export default config;
