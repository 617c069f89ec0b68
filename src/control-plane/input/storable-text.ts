import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import { isStorable, unstorableText } from '../../text/storable.ts';
import { type Issue, invalidInput, invalidQuery } from './errors.ts';

const deepestNesting = 50;

/** Fields that judge each of their values by itself: one bad event must not hold up the others. */
const ownJudges: readonly string[] = ['reportRuntimeEvents', 'reportNodeLogs'];

/** Throws `invalid_input` for variables nested so deep that whatever looks into them would run out of stack. */
export function checkNesting(variables: unknown): void {
  let level: object[] = [{ variables }];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestNesting + 1) throw invalidQuery(`the variables are nested deeper than ${deepestNesting} levels`);
    level = level.flatMap((one) => Object.values(one).filter((inner) => typeof inner === 'object' && inner !== null));
  }
}

/** Lets every operation of the schema refuse texts that no database could hold, wherever they stand in its arguments. */
export function guardTexts(schema: GraphQLSchema): GraphQLSchema {
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (ownJudges.includes(field.name)) continue;
      if (field.resolve) field.resolve = guarded(field.resolve);
      if (field.subscribe) field.subscribe = guarded(field.subscribe);
    }
  }
  return schema;
}

const guarded =
  <S, C>(resolve: GraphQLFieldResolver<S, C>): GraphQLFieldResolver<S, C> =>
  (source, given, context, info) => {
    const issues = faultsOf(given, []);
    if (issues.length > 0) throw invalidInput(issues);
    return resolve(source, given, context, info);
  };

function faultsOf(value: unknown, path: readonly (string | number)[]): Issue[] {
  if (typeof value === 'string') {
    return isStorable(value) ? [] : [{ path, message: unstorableText }];
  }
  if (Array.isArray(value)) return value.flatMap((inner, index) => faultsOf(inner, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => faultsOf(inner, [...path, key]));
}
