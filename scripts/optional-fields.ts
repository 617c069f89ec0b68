import type { GraphQLSchema } from 'graphql';

/** Generates a TypeScript file with the names of the `@optional` fields of Query and Mutation. */
export function optionalFields(schema: GraphQLSchema): string {
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {}),
  );
  const names = fields
    .filter(({ astNode }) => astNode?.directives?.some(({ name }) => name.value === 'optional'))
    .map(({ name }) => `  '${name}',`);
  return `/** The \`@optional\` fields in \`schema/\`. */
export const optionalFields = [
${names.join('\n')}
] as const;
`;
}
