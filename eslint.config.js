import graphql from '@graphql-eslint/eslint-plugin';

/** The schema's rules: test/contract/schema-lint.test.ts runs them, with those that this plugin does not have. */
export default [
  {
    files: ['schema/*.graphql'],
    languageOptions: { parser: graphql.parser, parserOptions: { graphQLConfig: { schema: 'schema/*.graphql' } } },
    plugins: { '@graphql-eslint': graphql },
    rules: {
      '@graphql-eslint/no-hashtag-description': 'error',
      '@graphql-eslint/no-scalar-result-type-on-mutation': 'error',
      '@graphql-eslint/no-unreachable-types': 'error',
      '@graphql-eslint/require-description': [
        'error',
        {
          types: true,
          DirectiveDefinition: true,
          EnumValueDefinition: true,
          FieldDefinition: true,
          InputValueDefinition: true,
        },
      ],
      '@graphql-eslint/naming-convention': [
        'error',
        {
          types: 'PascalCase',
          FieldDefinition: 'camelCase',
          // The combinators of the usual relational filters.
          InputValueDefinition: { style: 'camelCase', ignorePattern: '^(AND|OR|NOT)$' },
          // The specification's name of the one error.
          EnumValueDefinition: { style: 'snake_case', ignorePattern: '^Forbidden$' },
        },
      ],
    },
  },
  {
    // It describes what errors carry, which no field returns.
    files: ['schema/error.graphql'],
    rules: { '@graphql-eslint/no-unreachable-types': 'off' },
  },
];
