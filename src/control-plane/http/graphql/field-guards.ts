import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { conditionFaults, pageFields } from '../../platform/input/condition-faults.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import type { RequestContext } from '../../request/context.ts';

type Arguments = Readonly<Record<string, unknown>>;

const guardedArguments = ['where', 'filter'];

/** Makes every field with a `where` or a `filter` refuse conditions that lost their value. */
export const guardConditions = (schema: GraphQLSchema): GraphQLSchema =>
  wrapFields(schema, ({ args }) => (args.some(({ name }) => guardedArguments.includes(name)) ? guarded : undefined));

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

/** Types with a value of up to 16 KiB, or one that renders a node's whole configuration. */
const costly: ReadonlySet<string | undefined> = new Set(['JSON', 'ConfigState', 'ConfigSetting', 'ConfigLine']);
const costlyValue = 20;
/** Settings are computed for each answer. */
const settingCost = 5;

const valueCost = (type: GraphQLNamedType | undefined): number => (costly.has(type?.name) ? costlyValue : 1);

const entryCost = (type: GraphQLNamedType): number => (type.name === 'ConfigSetting' ? settingCost : 1);

type Field = GraphQLField<unknown, RequestContext>;
type Resolver = GraphQLFieldResolver<unknown, RequestContext>;

/** Makes every list charge the request's budget with its entries and their selected fields before they are resolved. */
export const chargeLists = (schema: GraphQLSchema): GraphQLSchema =>
  wrapFields(schema, ({ type }) => (isListType(getNullableType(type)) ? charged : undefined));

function wrapFields(
  schema: GraphQLSchema,
  wrapperOf: (field: Field) => ((resolve: Resolver) => Resolver) | undefined,
): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const wrap = wrapperOf(field);
      if (wrap) field.resolve = wrap(field.resolve ?? defaultFieldResolver);
    }
  }
  return schema;
}

const charged =
  (resolve: Resolver): Resolver =>
  (source, args, context, info) => {
    const charge = (entries: unknown) => {
      if (Array.isArray(entries)) context.budget.charge(entries.length * costOfEntry(info), info);
      return entries;
    };
    // A list must fail as a promise: if one throws, the executor drops the promises of earlier entries
    // (completeListValue of @graphql-tools/executor), and a later rejection of one of those would end the process.
    try {
      // A refused answer does no more work.
      context.budget.charge(0, info);
      const entries: unknown = resolve(source, args, context, info);
      return entries instanceof Promise ? entries.then(charge) : charge(entries);
    } catch (error) {
      return Promise.reject(error);
    }
  };

/** Returns the cost of a list entry. Nested lists are charged when they are resolved. */
function costOfEntry({ fieldNodes, returnType, schema, fragments }: GraphQLResolveInfo): number {
  const costOf = (set: SelectionSetNode | undefined, type: GraphQLNamedType | undefined): number =>
    (set?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return sum + costOf(fragments[selection.name.value]?.selectionSet, type);
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + costOf(selection.selectionSet, type);
      const field = isObjectType(type) ? type.getFields()[selection.name.value] : undefined;
      const valueType = field && getNamedType(field.type);
      const isList = field !== undefined && isListType(getNullableType(field.type));
      return sum + valueCost(valueType) + (isList ? 0 : costOf(selection.selectionSet, valueType));
    }, 0);
  const itemType = getNamedType(returnType);
  const selections = fieldNodes.reduce(
    (sum, { selectionSet }) => sum + costOf(selectionSet, schema.getType(itemType.name)),
    0,
  );
  return entryCost(itemType) + selections;
}
