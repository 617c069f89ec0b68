import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSchema } from '../../../src/control-plane/http/graphql/schema.ts';
import { type CallerName, callerNames, type Outcome } from './expectations.ts';
import { mutationRows } from './mutations.ts';
import { queryRows } from './queries.ts';
import { relationRows } from './relations.ts';
import { relationsOf } from './relations-of.ts';
import type { Row } from './row.ts';
import { outcomeOfStream } from './stream-outcome.ts';
import { subscriptionRows } from './subscriptions.ts';
import { World } from './world.ts';

const schema = buildSchema();
const rows: [operation: string, kind: 'query' | 'mutation' | 'subscription', row: Row][] = [
  ...Object.entries(queryRows).map(([name, row]) => [`Query.${name}`, 'query', row] as const),
  ...Object.entries(subscriptionRows).map(([name, row]) => [`Subscription.${name}`, 'subscription', row] as const),
  ...Object.entries(relationRows).map(([name, row]) => [name, 'query', row] as const),
  // Last, because they change what the others read.
  ...Object.entries(mutationRows).map(([name, row]) => [`Mutation.${name}`, 'mutation', row] as const),
].map((row) => [...row]);

const isInactive = (caller: CallerName) => caller.startsWith('inactive');

let world: World;
beforeAll(async () => {
  world = await World.make();
});
afterAll(() => world?.destroy());

async function outcomeOf(caller: CallerName, kind: string, row: Row): Promise<Outcome> {
  const variables = (await row.variables?.(world)) ?? {};
  const credential = await world.credential(caller, row.isOnce === true);
  if (kind === 'subscription') {
    return outcomeOfStream(world.url, credential, { query: row.document, variables }, async () => {
      if (world.acme.isActive) await row.trigger?.(world);
    });
  }
  const { data, errors } = await world.call(credential, row.document, variables);
  const code = errors?.[0]?.extensions?.code;
  if (errors !== undefined) return code ?? 'an error without a code';
  if (kind === 'mutation') return row.sees?.(data) === false ? 'nothing' : 'does';
  return (row.sees === undefined ? world.acme.isIn(data) : row.sees(data)) ? 'sees' : 'nothing';
}

async function outcomesOf(kind: string, row: Row, callers: readonly CallerName[]) {
  const outcomes: Partial<Record<CallerName, Outcome>> = {};
  // One after the other: each call prepares its own objects.
  for (const caller of callers) outcomes[caller] = await outcomeOf(caller, kind, row);
  return outcomes;
}

const expectedOf = ({ expected }: Row, callers: readonly CallerName[]) =>
  Object.fromEntries(callers.map((caller) => [caller, expected[caller]]));

test('every field that leads from one object to others has a row', () => {
  expect(Object.keys(relationRows).toSorted()).toEqual(relationsOf(schema).toSorted());
});

test.each([
  ['Query', queryRows],
  ['Mutation', mutationRows],
  ['Subscription', subscriptionRows],
])('every field of %s has a row', (root, ofRoot) => {
  const fields = Object.keys((schema.getType(root) as GraphQLObjectType).getFields());
  expect(Object.keys(ofRoot).toSorted()).toEqual(fields.toSorted());
});

describe('invariant 11: each caller gets of Acme what the table says', () => {
  const callers = callerNames.filter((caller) => !isInactive(caller));
  test.each(rows)('%s', async (_operation, kind, row) => {
    expect(await outcomesOf(kind, row, callers)).toEqual(expectedOf(row, callers));
  });
});

describe('once Acme is deactivated, its people and keys get what the table says', () => {
  beforeAll(() => world.deactivate());
  const callers = callerNames.filter(isInactive);
  test.each(rows)('%s', async (_operation, kind, row) => {
    expect(await outcomesOf(kind, row, callers)).toEqual(expectedOf(row, callers));
  });
});
