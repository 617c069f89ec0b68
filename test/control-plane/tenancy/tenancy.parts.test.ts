import { isDeepStrictEqual } from 'node:util';
import type { GraphQLObjectType } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildSchema } from '../../../src/control-plane/http/graphql/schema.ts';
import { EventStream } from '../../harness/event-stream.ts';
import { shared } from '../../harness/shared-part.ts';
import { until } from '../../harness/until.ts';
import { type CallerName, callerNames, type Outcome } from './expectations.ts';
import { type Asked, joinRequests } from './joined.ts';
import { mutationRows } from './mutations.ts';
import { queryRows } from './queries.ts';
import { relationRows } from './relations.ts';
import { relationsOf } from './relations-of.ts';
import type { Row } from './row.ts';
import { subscriptionRows } from './subscriptions.ts';
import { makeWorld } from './world.ts';

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

const world = shared(makeWorld, (made) => made.destroy());

/** What making these needs takes away what others need. */
const apart: readonly string[] = [
  ...['Query.upgradeRollout', 'Executor.upgrade', 'Mutation.requestExecutorUpgrade', 'Mutation.startUpgradeRollout'],
  ...['Mutation.cancelUpgradeRollout', 'Mutation.pauseUpgradeRollout', 'Mutation.resumeUpgradeRollout'],
  ...['Mutation.cancelExecutorUpgrade', 'Mutation.removeKeptData', 'Mutation.rotateRpcCredentials'],
];
const maxTogether = 12;

/** Consecutive operations of one kind, which a caller for whom they change nothing tries in one request. */
const batches: Named[][] = [];
for (const operation of rows) {
  const isAlone = ([name, kind]: Named) => apart.includes(name) || kind === 'subscription';
  const batch = batches.at(-1) ?? [];
  const fits = batch.length < maxTogether && batch.every((each) => each[1] === operation[1] && !isAlone(each));
  if (batch.length > 0 && fits && !isAlone(operation)) batch.push(operation);
  else batches.push([operation]);
}

const isDone = ({ expected }: Row, caller: CallerName) => expected[caller] === 'does';

async function outcomeOfStream(caller: CallerName, row: Row, variables: object): Promise<Outcome> {
  const stream = await EventStream.open(world.url, await world.credential(caller, false), row.document, variables);
  if (isDone(row, caller)) await row.trigger?.(world);
  const answer = () => /"code":"(\w+)"|^data: \{"data":\{/m.exec(stream.received);
  const [, code] = await until('something arrives', answer, 120_000, 5);
  stream.leave();
  return code ?? 'does';
}

async function outcomesOf(caller: CallerName, asked: readonly Asked[], isFresh = false): Promise<Outcome[]> {
  const credential = await world.credential(caller, isFresh);
  const answers: Outcome[] = [];
  for (const joined of joinRequests(asked)) {
    for (const { row, data, error } of joined.split(await world.call(credential, joined.query, joined.variables))) {
      if (error !== undefined) answers.push(error.extensions?.code ?? 'an error without a code');
      else if (row.document.startsWith('mutation')) answers.push(row.sees?.(data) === false ? 'nothing' : 'does');
      else answers.push((row.sees?.(data) ?? world.acme.isIn(data)) ? 'sees' : 'nothing');
    }
  }
  return answers;
}

/** What the callers who change nothing use, also those who try once Acme is deactivated, when nothing can be made. */
const spares = new Map<Row, object>();

const spareOf = async (row: Row): Promise<object> => {
  const spare = spares.get(row) ?? (await row.variables?.(world)) ?? {};
  spares.set(row, spare);
  return spare;
};

type Outcomes = Map<Row, Partial<Record<CallerName, Outcome>>>;

/** The outcomes of a batch for the callers for whom its operations change nothing. */
async function tryTogether(batch: readonly Named[], callers: readonly CallerName[]): Promise<Outcomes> {
  const asked: Asked[] = [];
  for (const [, , row] of batch) asked.push({ row, variables: await spareOf(row) });
  const outcomes: Outcomes = new Map(asked.map(({ row }) => [row, {}]));
  const ask = async (caller: CallerName) => {
    const own = asked.filter(({ row }) => !isDone(row, caller));
    const [first] = own;
    if (first === undefined) return;
    const isStream = first.row.document.startsWith('subscription');
    const found = isStream
      ? [await outcomeOfStream(caller, first.row, first.variables)]
      : await outcomesOf(caller, own);
    for (const [index, { row }] of own.entries()) Object.assign(outcomes.get(row) ?? {}, { [caller]: found[index] });
  };
  await Promise.all(callers.map(ask));
  return outcomes;
}

const tried = new Map<readonly Named[], { callers: readonly CallerName[]; outcomes: Outcomes }>();

async function expectOutcomes([name, kind, row]: Named, callers: readonly CallerName[]) {
  const batch = batches.find((each) => each.some(([other]) => other === name)) ?? [];
  if (tried.get(batch)?.callers !== callers) tried.set(batch, { callers, outcomes: await tryTogether(batch, callers) });
  const outcomes = { ...tried.get(batch)?.outcomes.get(row) };
  // One after the other: each call takes or changes something.
  for (const caller of callers.filter((each) => isDone(row, each))) {
    const variables = (await row.variables?.(world)) ?? {};
    outcomes[caller] =
      kind === 'subscription'
        ? await outcomeOfStream(caller, row, variables)
        : (await outcomesOf(caller, [{ row, variables }], row.isOnce))[0];
  }
  const expected = Object.fromEntries(callers.map((caller) => [caller, row.expected[caller]]));
  // If the test is repeated, so is the batch.
  if (!isDeepStrictEqual(outcomes, expected)) tried.delete(batch);
  expect(outcomes).toEqual(expected);
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
