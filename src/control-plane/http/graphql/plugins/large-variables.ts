import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLScalarType,
  type GraphQLSchema,
  getOperationAST,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Issue, invalidInput } from '../../../platform/input/errors.ts';
import type { BulkWork } from '../../../platform/load/bulk-work.ts';
import type { Caller } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import { argumentFaults } from '../argument-faults.ts';
import { coerceInput } from '../coerce-input.ts';
import type { ServerContext } from './authenticate.ts';

/** GraphQL coerces the variables of a body with fewer values, which takes it ten milliseconds. */
const maxSmallValues = 5000;

type Context = RequestContext & ServerContext;

/** Judges variables of a caller before anything expensive is done with them. */
export type JudgeVariables = (caller: Caller | null, variables: Readonly<Record<string, unknown>>) => Promise<Issue[]>;

/**
 * Coerces the variables of a large body in slices. GraphQL gets them as values of a scalar that it does not look at,
 * which is no part of the schema that a client can see.
 */
export function largeVariables(
  bulk: BulkWork,
  judge: JudgeVariables,
  isLarge = (values: number) => values > maxSmallValues,
): Plugin<RequestContext, ServerContext> {
  const opaque = new OpaqueSchemas();
  const prepare = async (args: ExecutionArgs): Promise<ExecutionArgs | ExecutionResult> => {
    const { schema, document, operationName, variableValues } = args;
    const variables = variableValues ?? {};
    const operation = getOperationAST(document, operationName);
    if (!operation) return args;
    const judged = await judge((args.contextValue as Context).caller, variables);
    if (judged.length > 0) return refusal(judged);
    const coerced = await coerceVariables(schema, operation, variables, bulk);
    if (coerced.issues.size === 0)
      return { ...args, ...opaque.of(schema, document, coerced.values), variableValues: coerced.values };
    const faults = argumentFaults({ schema, document, operationName, variables, coerced: coerced.issues });
    if (faults.length > 0)
      return { errors: faults.map(({ field, path, issues }) => invalidInput(issues, {}, { nodes: field, path })) };
    return refusal([...coerced.issues].flatMap(([name, issues]) => issues.map((issue) => below(name, issue))));
  };
  const hasFew = (args: ExecutionArgs) => !isLarge((args.contextValue as Context).values ?? 0);
  return {
    onExecute: ({ args, executeFn, setExecuteFn }) => {
      if (hasFew(args as ExecutionArgs)) return;
      setExecuteFn(async (given) => {
        const prepared = await prepare(given as ExecutionArgs);
        return 'schema' in prepared ? executeFn(prepared as typeof given) : prepared;
      });
    },
    onSubscribe: ({ args, subscribeFn, setSubscribeFn }) => {
      if (hasFew(args as ExecutionArgs)) return;
      setSubscribeFn(async (given: unknown) => {
        const prepared = await prepare(given as ExecutionArgs);
        return 'schema' in prepared ? subscribeFn(prepared as Parameters<typeof subscribeFn>[0]) : prepared;
      });
    },
  };
}

const refusal = (issues: readonly Issue[]): ExecutionResult => ({ errors: [invalidInput(issues)] });

const below = (name: string, { path, ...issue }: Issue): Issue => ({ ...issue, path: [name, ...path] });

interface CoercedVariables {
  values: Record<string, unknown>;
  issues: Map<string, readonly Issue[]>;
}

async function coerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
  bulk: BulkWork,
): Promise<CoercedVariables> {
  const values: Record<string, unknown> = {};
  const issues = new Map<string, readonly Issue[]>();
  for (const definition of variableDefinitions) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never);
    if (!isInputType(type)) continue;
    if (!Object.hasOwn(given, name)) {
      // GraphQL takes the default from the document.
      if (definition.defaultValue === undefined && isNonNullType(type))
        issues.set(name, [{ path: [], message: 'is required' }]);
      continue;
    }
    const coerced = await coerceInput(type, given[name], bulk);
    if (coerced.issues.length > 0) issues.set(name, coerced.issues);
    values[name] = coerced.value;
  }
  return { values, issues };
}

const opaqueName = 'CoercedVariable';
const opaqueType = new GraphQLScalarType({ name: opaqueName });

/** Schemas and documents in which variables with a value are of a scalar that GraphQL does not look at. */
class OpaqueSchemas {
  readonly #schemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

  of(
    schema: GraphQLSchema,
    document: DocumentNode,
    values: Readonly<Record<string, unknown>>,
  ): { schema: GraphQLSchema; document: DocumentNode } {
    let derived = this.#schemas.get(schema);
    if (derived === undefined) {
      const getType = (name: string) => (name === opaqueName ? opaqueType : schema.getType(name));
      derived = Object.create(schema, { getType: { value: getType } }) as GraphQLSchema;
      this.#schemas.set(schema, derived);
    }
    const definitions = document.definitions.map((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? {
            ...definition,
            variableDefinitions: definition.variableDefinitions?.map((each) => withOpaqueType(each, values)),
          }
        : definition,
    );
    return { schema: derived, document: { ...document, definitions } };
  }
}

const withOpaqueType = (
  { defaultValue, ...definition }: VariableDefinitionNode,
  values: Readonly<Record<string, unknown>>,
): VariableDefinitionNode =>
  Object.hasOwn(values, definition.variable.name.value)
    ? { ...definition, type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: opaqueName } } }
    : { ...definition, ...(defaultValue && { defaultValue }) };
