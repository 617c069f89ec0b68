import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLFieldResolver } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { RootName } from '../../../contract/permissions.ts';
import { packageRoot } from '../../../package-root.ts';
import { isStorable, unstorableText } from '../../../text/storable.ts';
import { type Issue, invalidInput, maxIssues } from '../../platform/input/errors.ts';
import { scalarResolvers } from '../../platform/input/scalars.ts';
import type { BulkWork } from '../../platform/load/bulk-work.ts';
import type { RequestContext } from '../../request/context.ts';
import { type OperationExtensions, requiredPermission } from '../../request/permissions.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { hasMoreParts } from './coerce-input.ts';
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
  <S>(resolve: GraphQLFieldResolver<S, RequestContext>): GraphQLFieldResolver<S, RequestContext> =>
  (source, args, context, info) => {
    if (hasMoreParts(args, smallParts))
      return requireStorable(unstorableTexts(args), context.bulk).then(() => resolve(source, args, context, info));
    const issues = [...unstorableTexts(args)].filter((issue) => issue !== undefined);
    if (issues.length > 0) throw invalidInput(issues);
    return resolve(source, args, context, info);
  };

/** Arguments with more parts are judged in slices. */
const smallParts = 1000;

async function requireStorable(texts: Iterable<Issue | undefined>, bulk: BulkWork): Promise<void> {
  const issues: Issue[] = [];
  for (const issue of texts) {
    if (issue !== undefined) issues.push(issue);
    if (issues.length >= maxIssues) break;
    if (bulk.isDue) await bulk.turn();
  }
  if (issues.length > 0) throw invalidInput(issues);
}

/** Yields a fault for each text that cannot be stored, and undefined behind each object. */
function* unstorableTexts(value: unknown, path: readonly (string | number)[] = []): Generator<Issue | undefined> {
  if (typeof value === 'string') {
    if (!isStorable(value)) yield { path, message: unstorableText };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Array.isArray(value) ? value.entries() : Object.entries(value))
      if (typeof inner === 'string' ? !isStorable(inner) : typeof inner === 'object')
        yield* unstorableTexts(inner, [...path, key]);
    yield undefined;
  }
}
