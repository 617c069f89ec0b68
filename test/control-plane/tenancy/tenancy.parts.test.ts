import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSchema } from '../../../src/control-plane/http/graphql/schema.ts';
import { EventStream } from '../../harness/event-stream.ts';
import { until } from '../../harness/until.ts';
import { type CallerName, callerNames, type Outcome } from './expectations.ts';
import { mutationRows } from './mutations.ts';
import { queryRows } from './queries.ts';
import { relationRows } from './relations.ts';
import { relationsOf } from './relations-of.ts';
import type { Row } from './row.ts';
import { subscriptionRows } from './subscriptions.ts';
import { makeWorld, type World } from './world.ts';

const schema = buildSchema();
type Named = [operation: string, kind: 'query' | 'mutation' | 'subscription', row: Row];
const named = (kind: Named[1], rows: object, prefix = ''): Named[] =>
  Object.entries(rows as Record<string, Row>).map(([name, row]) => [`${prefix}${name}`, kind, row]);
// Last those that change what the others read.
const rows = [
  ...named('query', queryRows, 'Query.'),
  ...named('subscription', subscriptionRows, 'Subscription.'),
  ...named('query', relationRows),
  ...named('mutation', mutationRows, 'Mutation.'),
].filter(([, , row], index, all) => all.findIndex((other) => other[2] === row) === index);

const isInactive = (caller: CallerName) => caller.startsWith('inactive');

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world?.destroy());

async function outcomeOf(caller: CallerName, [, kind, row]: Named, variables: object): Promise<Outcome> {
  const isDone = row.expected[caller] === 'does';
  const credential = await world.credential(caller, row.isOnce === true);
  if (kind === 'subscription') {
    const stream = await EventStream.open(world.url, credential, row.document, variables);
    if (isDone) await row.trigger?.(world);
    const answer = () => /"code":"(\w+)"|^data: \{"data":\{/m.exec(stream.received);
    const [, code] = await until('something arrives', answer, 20_000, 5);
    stream.leave();
    return code ?? 'does';
  }
  const { data, errors } = await world.call(credential, row.document, variables);
  const code = errors?.[0]?.extensions?.code;
  if (errors !== undefined) return code ?? 'an error without a code';
  if (kind === 'mutation') return row.sees?.(data) === false ? 'nothing' : 'does';
  return (row.sees === undefined ? world.acme.isIn(data) : row.sees(data)) ? 'sees' : 'nothing';
}

/** What the callers who change nothing use, also those who try once Acme is deactivated, when nothing can be made. */
const spares = new Map<Row, object>();

const spareOf = async (row: Row): Promise<object> => {
  const spare = spares.get(row) ?? (await row.variables?.(world)) ?? {};
  spares.set(row, spare);
  return spare;
};

async function expectOutcomes(operation: Named, callers: readonly CallerName[]) {
  const [, , row] = operation;
  const outcomes: Partial<Record<CallerName, Outcome>> = {};
  const prepare = async () => (await row.variables?.(world)) ?? {};
  const isDone = (caller: CallerName) => row.expected[caller] === 'does';
  const spare = await spareOf(row);
  const ask = async (caller: CallerName) => {
    outcomes[caller] = await outcomeOf(caller, operation, spare);
  };
  await Promise.all(callers.filter((caller) => !isDone(caller)).map(ask));
  // One after the other: each call takes or changes something.
  for (const caller of callers.filter(isDone)) outcomes[caller] = await outcomeOf(caller, operation, await prepare());
  expect(outcomes).toEqual(Object.fromEntries(callers.map((caller) => [caller, row.expected[caller]])));
}

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

const active = callerNames.filter((caller) => !isInactive(caller));
test.each(rows)('invariant 11: through %s, each caller gets of Acme what the table says', (...row) =>
  expectOutcomes(row, active),
);

describe('once Acme is deactivated, its people and keys get what the table says', () => {
  beforeAll(async () => {
    for (const [, , row] of rows) await spareOf(row);
    await world.deactivate();
  });
  const inactive = callerNames.filter(isInactive);
  test.each(rows)('%s', (...row) => expectOutcomes(row, inactive));
});
