import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';

/** Generates a TypeScript file with the `@limit` of each field of input types and their nested input types. */
export function inputLimits(schema: GraphQLSchema, ...roots: readonly string[]): string {
  const found = new Set<GraphQLInputObjectType>();
  for (const root of roots) inputTypesFrom(schema.getType(root) as GraphQLInputObjectType, found);
  const types = [...found].map((type) => {
    const fields = Object.values(type.getFields());
    const lines = fields.map((field) => `    ${field.name}: ${JSON.stringify(limitOf(schema, field))},`);
    return [`  ${type.name}: {`, ...lines, '  },'].join('\n');
  });
  return `import type { InputLimit } from './input-limit.ts';

/** The \`@limit\` in \`schema/\` of each field of an agent's reports. */
export const inputLimits = {
${types.join('\n')}
} as const satisfies Record<string, Record<string, InputLimit>>;

export type LimitedType = keyof typeof inputLimits;
`;
}

function inputTypesFrom(type: GraphQLInputObjectType, found: Set<GraphQLInputObjectType>): void {
  if (found.has(type)) return;
  found.add(type);
  for (const field of Object.values(type.getFields())) {
    const inner = getNamedType(field.type);
    if (isInputObjectType(inner)) inputTypesFrom(inner, found);
  }
}

function limitOf(schema: GraphQLSchema, { type, astNode }: GraphQLInputField) {
  const directive = schema.getDirective('limit');
  const applied = astNode?.directives?.find(({ name }) => name.value === 'limit');
  const inner = getNamedType(type);
  return {
    ...(directive && applied ? getArgumentValues(directive, applied) : {}),
    ...(isNonNullType(type) ? { isRequired: true } : {}),
    ...(isInputObjectType(inner) ? { type: inner.name } : {}),
  };
}
