import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type ValueNode,
} from 'graphql';
import { conditionFaults, pageFields } from '../../platform/input/condition-faults.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import type { RequestContext } from '../../request/context.ts';

type Resolver = GraphQLFieldResolver<unknown, RequestContext>;
type Arguments = Readonly<Record<string, unknown>>;

const guardedArguments = ['where', 'filter'];

/** Makes every field with a `where` or a `filter` refuse conditions that lost their value. */
export function guardConditions(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.args.some(({ name }) => guardedArguments.includes(name))) continue;
      field.resolve = guarded(field.resolve ?? defaultFieldResolver);
    }
  }
  return schema;
}

const guarded =
  (resolve: Resolver): Resolver =>
  (source, args: Arguments, context, info) => {
    const issues = guardedArguments.flatMap((name) => faultsOf(name, args[name], info));
    // As a promise, because siblings may be waiting: see chargeLists.
    return issues.length > 0 ? Promise.reject(invalidInput(issues)) : resolve(source, args, context, info);
  };

function faultsOf(name: string, given: unknown, { fieldNodes, variableValues }: GraphQLResolveInfo): Issue[] {
  const written = fieldNodes[0]?.arguments?.find((argument) => argument.name.value === name)?.value;
  const lost = written?.kind === Kind.OBJECT ? lostVariables(written, [name], variableValues) : [];
  if (lost.length > 0 || typeof given !== 'object' || given === null) return lost;
  return conditionFaults(given, [name]);
}

/** Returns the conditions whose variable was not sent, which GraphQL drops. */
function lostVariables(node: ValueNode, path: readonly (string | number)[], values: Arguments): Issue[] {
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value;
    return values[name] === undefined ? [{ path, message: `must have a value; the variable $${name} has none` }] : [];
  }
  if (node.kind === Kind.LIST)
    return node.values.flatMap((each, index) => lostVariables(each, [...path, index], values));
  if (node.kind !== Kind.OBJECT) return [];
  return node.fields
    .filter(({ name }) => !pageFields.has(name.value))
    .flatMap(({ name, value }) => lostVariables(value, [...path, name.value], values));
}
