import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSchema } from 'graphql-yoga';
import { packageRoot } from '../../package-root.ts';
import { scalarResolvers } from '../input/scalars.ts';
import type { RequestContext } from '../request/context.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { chargeLists } from './charge-lists.ts';
import { checkTexts } from './check-texts.ts';
import { requirePermissions } from './require-permissions.ts';

const folder = join(packageRoot(), 'schema');

/** The contract, as `schema/` states it, with the resolvers that answer it. */
export function buildSchema(resolvers: readonly Resolvers[] = []) {
  const typeDefs = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const schema = createSchema<RequestContext>({ typeDefs, resolvers: [scalarResolvers, ...resolvers] });
  requirePermissions(schema);
  return checkTexts(chargeLists(schema));
}
