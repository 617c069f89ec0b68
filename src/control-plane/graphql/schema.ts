import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSchema } from 'graphql-yoga';
import { accountResolvers } from '../accounts/resolvers.ts';
import { eventResolvers } from '../events/resolvers.ts';
import { executorResolvers } from '../executors/resolvers.ts';
import { logResolvers } from '../logs/resolvers.ts';
import { nodeResolvers } from '../nodes/resolvers.ts';
import { nudgeResolvers } from '../nudges/resolvers.ts';
import type { ApiContext } from './context.ts';
import { scalarResolvers } from './scalars.ts';
import { guardTexts } from './well-formed.ts';

const folder = join(import.meta.dirname, '../../../schema');

/** The contract, as `schema/` states it, with everything that answers it. */
export function buildSchema() {
  const typeDefs = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const schema = createSchema<ApiContext>({
    typeDefs,
    resolvers: [
      scalarResolvers,
      accountResolvers,
      executorResolvers,
      nodeResolvers,
      eventResolvers,
      logResolvers,
      nudgeResolvers,
    ],
  });
  return guardTexts(schema);
}
