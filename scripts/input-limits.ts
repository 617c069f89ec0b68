import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isInputObjectType,
  isNonNullType,
} from 'graphql';

/** Generates a TypeScript file with the `@limit` of each field of an input type and its nested input types. */
export function inputLimits(schema: GraphQLSchema, root: string): string {
  const types = [...inputTypesFrom(schema.getType(root) as GraphQLInputObjectType)].map((type) => {
    const fields = Object.values(type.getFields());
    const lines = fields.map((field) => `    ${field.name}: ${JSON.stringify(limitOf(schema, field))},`);
    return [`  ${type.name}: {`, ...lines, '  },'].join('\n');
  });
  return `import type { InputLimit } from './input-limit.ts';

/** The \`@limit\` in \`schema/\` of each field of a heartbeat. */
export const inputLimits = {
${types.join('\n')}
} as const satisfies Record<string, Record<string, InputLimit>>;

export type LimitedType = keyof typeof inputLimits;
`;
}

function inputTypesFrom(type: GraphQLInputObjectType, found = new Set<GraphQLInputObjectType>()) {
  if (found.has(type)) return found;
  found.add(type);
  for (const field of Object.values(type.getFields())) {
    const inner = getNamedType(field.type);
    if (isInputObjectType(inner)) inputTypesFrom(inner, found);
  }
  return found;
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
