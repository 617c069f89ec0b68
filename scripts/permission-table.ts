import { type GraphQLDirective, type GraphQLSchema, getDirectiveValues } from 'graphql';

/** Generates a TypeScript file with the `@permission` of each operation. Throws if one has none. */
export function permissionTable(schema: GraphQLSchema): string {
  const directive = schema.getDirective('permission') as GraphQLDirective;
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const tables = roots.map((root) => {
    const rows = Object.values(root?.getFields() ?? {}).map(({ name, astNode }) => {
      const permission = astNode && getDirectiveValues(directive, astNode)?.['of'];
      if (!permission) throw new Error(`${root?.name}.${name} needs @permission`);
      return `    ${name}: '${permission}',`;
    });
    return `  ${root?.name}: {\n${rows.join('\n')}\n  },`;
  });
  return `/** The \`@permission\` of each operation in \`schema/\`. */
export const permissionTable = {
${tables.join('\n')}
} as const;
`;
}
