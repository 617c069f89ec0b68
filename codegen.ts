import { globSync, readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';
import { buildSchema } from 'graphql';
import { clientOperations } from './scripts/client-operations.ts';
import { foldersOfOperations } from './scripts/console-operations.ts';

const scalars = { ID: 'string', DateTime: 'string', JSON: 'unknown' };

const schemaText = globSync('schema/*.graphql')
  .toSorted()
  .map((file) => readFileSync(file, 'utf8'));

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
  foldersOfOperations().map((folder) => [
    `${folder}/operations.generated.ts`,
    {
      documents: `${folder}/*.graphql`,
      plugins: ['typescript-operations', 'typed-document-node'],
      config: operationsAsText,
    },
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
      documents: clientOperations(buildSchema(schemaText.join('\n'))).join('\n'),
      plugins: ['typescript-operations', 'typed-document-node'],
      config: operationsAsText,
    },
    ...ofConsole,
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
          AlertIncident: '../incidents/table.ts#IncidentRow',
          AuditActionConnection: '../audit/trail/action-page.ts#AuditActionPage',
          ApiKey: '../accounts/tables.ts#KeyRow',
          EnrolmentToken: '../accounts/tables.ts#EnrolmentTokenRow',
          ExecutorApiKeyUsage: '../accounts/tables.ts#KeyRow',
          Executor: '../executors/table.ts#ExecutorRow',
          ExecutorRelease: '../releases/table.ts#ReleaseRow',
          ExecutorUpgrade: '../releases/table.ts#UpgradeRow',
          UpgradeRollout: '../rollouts/table.ts#RolloutRow',
          UpgradeRolloutMember: '../rollouts/table.ts#MemberRow',
          NotificationSettings: '../notifications/settings-view.ts#SettingsView',
          WebhookDelivery: '../webhooks/table.ts#DeliveryRow',
          Node: '../nodes/table.ts#NodeRow',
          Viewer: './caller.ts#Caller',
          NodeOptions: '../nodes/node-options-row.ts#NodeOptionsRow',
        },
      },
    },
  },
};

export default config;
