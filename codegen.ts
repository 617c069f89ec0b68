import type { CodegenConfig } from '@graphql-codegen/cli';

const scalars = { ID: 'string', DateTime: 'string', JSON: 'unknown' };

const config: CodegenConfig = {
  schema: 'schema/*.graphql',
  generates: {
    'src/client/generated.ts': {
      documents: 'src/client/*.graphql',
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        scalars,
        enumType: 'string-literal',
        strictScalars: true,
        useTypeImports: true,
        skipTypename: true,
      },
    },
    'src/control-plane/generated.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        scalars,
        strictScalars: true,
        enumsAsTypes: true,
        useTypeImports: true,
        skipTypename: true,
        contextType: './api/context.ts#ApiContext',
        mapperTypeSuffix: '',
        mappers: {
          Executor: './executors/executor.ts#ExecutorRow',
          Node: './nodes/node.ts#NodeRow',
        },
      },
    },
  },
};

export default config;
