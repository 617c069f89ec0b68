import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** Levels of objects below the operation. */
const levels = 3;

/** What the loader of another field of the same object reads, too: a query has at most 400 fields. */
const readWithOthers: ReadonlySet<string> = new Set(['lastChangedBy']);

/**
 * Returns a query of this field that selects everything reachable within a few levels: fields without required
 * arguments, and no type within itself. `given` are the field's arguments as written in the document.
 */
export function fullQuery(schema: GraphQLSchema, fieldName: string, given: string): string {
  const field = schema.getQueryType()?.getFields()[fieldName];
  if (field === undefined) throw new Error(`there is no query ${fieldName}`);
  return `{ answer: ${fieldName}${argumentsOf(field, given, 60)} ${selectionOf(getNamedType(field.type), [])} }`;
}

/** Takes few nested entries, so that the answer stays within its limits. */
function argumentsOf({ args }: GraphQLField<unknown, unknown>, given: string, take: number): string {
  const written = given === '' ? [] : [given];
  for (const { name, type } of args) {
    if (name === 'take') written.push(`take: ${take}`);
    const input = getNamedType(type);
    const takes = isInputObjectType(input) && 'take' in input.getFields();
    if (takes && !given.includes(`${name}:`)) written.push(`${name}: { take: ${take} }`);
  }
  return written.length === 0 ? '' : `(${written.join(', ')})`;
}

function selectionOf(type: GraphQLNamedType, path: readonly string[]): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const fieldType = getNamedType(field.type);
    if (field.args.some(isRequiredArgument) || readWithOthers.has(field.name)) return [];
    if (!isObjectType(fieldType)) return [field.name];
    // A page with both edges and nodes contains everything twice.
    if (path.length === levels || [...path, type.name].includes(fieldType.name) || field.name === 'edges') return [];
    const selection = selectionOf(fieldType, [...path, type.name]);
    return selection === '' ? [] : [`${field.name}${argumentsOf(field, '', 2)} ${selection}`];
  });
  return fields.length === 0 ? '' : `{ ${fields.join(' ')} }`;
}
