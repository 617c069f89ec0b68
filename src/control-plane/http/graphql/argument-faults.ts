import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  GraphQLError,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { type Issue, maxIssues } from '../../platform/input/errors.ts';
import { ruleOfNumber } from './number-rules.ts';

interface ArgumentFaults {
  field: FieldNode;
  /** The field's response path, up to the first list. */
  path: string[];
  issues: Issue[];
}

interface OperationRequest {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  /** The faults of variables that were coerced before, by name, with paths below the variable. */
  coerced?: ReadonlyMap<string, readonly Issue[]> | undefined;
}

/** Finds the arguments of an operation that do not fit the schema, in literals and in variables alike. */
export function argumentFaults(request: OperationRequest): ArgumentFaults[] {
  const { schema, document, operationName, variables, coerced } = request;
  const operation = getOperationAST(document, operationName);
  if (!operation) return [];
  const definitions = new Map(operation.variableDefinitions?.map((each) => [each.variable.name.value, each]));
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  const read = (node: ValueNode): unknown => {
    if (node.kind === Kind.VARIABLE) {
      const { type, defaultValue } = definitions.get(node.name.value) ?? {};
      const value = variables?.[node.name.value];
      const issues = coerced?.get(node.name.value);
      if (issues !== undefined && value !== undefined && value !== null) return new CoercedVariable(issues);
      if (value !== undefined) return value;
      return defaultValue ? read(defaultValue) : type?.kind === Kind.NON_NULL_TYPE ? new Literal(node) : undefined;
    }
    if (node.kind === Kind.NULL) return null;
    if (node.kind === Kind.LIST) return node.values.map(read);
    if (node.kind === Kind.OBJECT)
      return Object.fromEntries(node.fields.map((each) => [each.name.value, read(each.value)]));
    return new Literal(node);
  };
  const found: ArgumentFaults[] = [];
  const visited = new Set<FragmentDefinitionNode>();
  const visit = (
    set: SelectionSetNode | undefined,
    type: GraphQLNamedType | null | undefined,
    path: string[],
    isInList: boolean,
  ) => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet, type, path, isInList);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = fragments.get(selection.name.value);
        if (fragment === undefined || visited.has(fragment)) continue;
        visited.add(fragment);
        visit(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value), path, isInList);
      }
      if (selection.kind !== Kind.FIELD || !isObjectType(type)) continue;
      const field = type.getFields()[selection.name.value];
      if (field === undefined) continue;
      const here = isInList ? path : [...path, (selection.alias ?? selection.name).value];
      const values = new Map(selection.arguments?.map(({ name, value }) => [name.value, read(value)]));
      const issues = faultsOfFields(
        Object.fromEntries(field.args.map((arg) => [arg.name, arg])),
        values,
        [],
        field.name,
      );
      const first = issues.take(maxIssues).toArray();
      if (first.length > 0) found.push({ field: selection, path: here, issues: first });
      const isList = isListType(getNullableType(field.type));
      visit(selection.selectionSet, getNamedType(field.type), here, isInList || isList);
    }
  };
  visit(operation.selectionSet, schema.getRootType(operation.operation), [], false);
  return found;
}

/** A value that the document spells out; also a required variable without a value. */
class Literal {
  readonly node: ValueNode;

  constructor(node: ValueNode) {
    this.node = node;
  }
}

/** A variable that was coerced before, with its faults. */
class CoercedVariable {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    this.issues = issues;
  }
}

type InputFields = Record<string, { type: GraphQLInputType; defaultValue?: unknown }>;

function* faultsOfFields(
  fields: InputFields,
  values: ReadonlyMap<string, unknown>,
  path: Issue['path'],
  owner: string,
): Generator<Issue> {
  for (const name of values.keys())
    if (!Object.hasOwn(fields, name)) yield { path: [...path, name], message: `is unknown to ${owner}` };
  for (const [name, { type, defaultValue }] of Object.entries(fields)) {
    const value = values.get(name);
    if (value !== undefined || defaultValue === undefined) yield* faultsOf(type, value, [...path, name]);
  }
}

function* faultsOfObject(type: GraphQLInputObjectType, value: object, path: Issue['path']): Generator<Issue> {
  // A variable without a value counts as no field.
  const given = Object.entries(value).filter(([, each]) => each !== undefined);
  yield* faultsOfFields(type.getFields(), new Map(given), path, type.name);
  if (!type.isOneOf) return;
  for (const [name, each] of given) if (each === null) yield { path: [...path, name], message: 'must not be null' };
  if (given.length !== 1) yield { path, message: oneOfRule };
}

/** Of an input that GraphQL marks with `@oneOf`. */
export const oneOfRule = 'must have exactly one field';

function* faultsOf(type: GraphQLInputType, value: unknown, path: Issue['path']): Generator<Issue> {
  if (value === undefined || value === null) {
    if (isNonNullType(type)) yield { path, message: value === undefined ? 'is required' : 'must not be null' };
  } else if (value instanceof CoercedVariable) {
    yield* value.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  } else if (value instanceof Literal && value.node.kind === Kind.VARIABLE) {
    yield { path, message: 'is required' };
  } else if (isNonNullType(type)) {
    yield* faultsOf(type.ofType, value, path);
  } else if (isListType(type)) {
    const items = Array.isArray(value) ? value : undefined;
    if (items === undefined) yield* faultsOf(type.ofType, value, path);
    else for (const [index, item] of items.entries()) yield* faultsOf(type.ofType, item, [...path, index]);
  } else if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value) || value instanceof Literal)
      yield { path, message: 'must be an object' };
    else yield* faultsOfObject(type, value, path);
  } else {
    const message = faultOfLeaf(type, value, path);
    if (message !== null) yield { path, message };
  }
}

const sentences: Readonly<Record<string, string>> = {
  Int: 'must be a whole number',
  Float: 'must be a number',
  String: 'must be a string',
  Boolean: 'must be true or false',
  ID: 'must be a string or a whole number',
};

/** Returns why a value does not fit a scalar or enum. `path`: of a number, whose rule its field's name decides. */
export function faultOfLeaf(
  type: GraphQLScalarType | GraphQLEnumType,
  value: unknown,
  path: Issue['path'] = [],
): string | null {
  try {
    if (value instanceof Literal) type.parseLiteral(value.node, {});
    else type.parseValue(value);
    return null;
  } catch (error) {
    if (isEnumType(type))
      return `must be one of ${type
        .getValues()
        .map(({ name }) => name)
        .join(', ')}`;
    const own = ruleOfNumber(path) ?? sentences[type.name];
    // Our own scalars throw a sentence.
    return own ?? (error instanceof GraphQLError ? error.message : `must be a ${type.name}`);
  }
}
