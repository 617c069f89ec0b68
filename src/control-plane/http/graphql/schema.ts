import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLFieldResolver } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { RootName } from '../../../contract/permissions.ts';
import { packageRoot } from '../../../package-root.ts';
import { isStorable, unstorableText } from '../../../text/storable.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import { scalarResolvers } from '../../platform/input/scalars.ts';
import type { RequestContext } from '../../request/context.ts';
import { type OperationExtensions, requiredPermission } from '../../request/permissions.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { chargeLists, guardConditions } from './field-guards.ts';

const folder = join(packageRoot(), 'schema');

export function buildSchema(resolvers: readonly Resolvers[] = []) {
  const typeDefs = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const schema = createSchema<RequestContext>({ typeDefs, resolvers: [scalarResolvers, ...resolvers] });
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      const { permissions = [], checksOwnTexts } = field.extensions as Partial<OperationExtensions>;
      // Throws if it does not check the permission in the table: a server with such a hole never starts.
      if (field.resolve ?? field.subscribe) requiredPermission(root?.name as RootName, field.name, { permissions });
      if (checksOwnTexts) continue;
      if (field.resolve) field.resolve = checked(field.resolve);
      if (field.subscribe) field.subscribe = checked(field.subscribe);
    }
  }
  return chargeLists(guardConditions(schema));
}

const checked =
  <S, C>(resolve: GraphQLFieldResolver<S, C>): GraphQLFieldResolver<S, C> =>
  (source, args, context, info) => {
    const issues = unstorableTexts(args);
    if (issues.length > 0) throw invalidInput(issues);
    return resolve(source, args, context, info);
  };

function unstorableTexts(value: unknown, path: readonly (string | number)[] = []): Issue[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path, message: unstorableText }];
  if (Array.isArray(value)) return value.flatMap((inner, index) => unstorableTexts(inner, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => unstorableTexts(inner, [...path, key]));
}
