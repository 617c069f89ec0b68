import { expect, test } from 'vitest';
import {
  budgetsOf,
  consumeState,
  giveBackAll,
  spend,
} from '../../../../../src/control-plane/people/sign-in/single-sign-on/budgets.ts';
import { sharedControlPlane, sharedDatabase } from '../../../../harness/shared-control-plane.ts';

const database = sharedDatabase(sharedControlPlane());
const newBudgets = (address = '192.0.2.1', provider = `oidc-${crypto.randomUUID()}`) => budgetsOf(provider, address);

async function exhaust(budgets: Parameters<typeof spend>[1]): Promise<void> {
  for (let count = 0; count < (budgets[0]?.burst ?? 0); count++) await spend(database, budgets);
}

test('an address that fails 50 times waits', async () => {
  const { ofAddress } = newBudgets().failures;
  await exhaust(ofAddress);
  await expect(spend(database, ofAddress)).rejects.toMatchObject({ extensions: { code: 'rate_limited' } });
});

test('another address and the starts do not wait with it', async () => {
  const provider = `oidc-${crypto.randomUUID()}`;
  const first = newBudgets('192.0.2.1', provider);
  await exhaust(first.failures.ofAddress);
  await spend(database, newBudgets('192.0.2.2', provider).failures.ofAddress);
  await spend(database, first.starts);
});

test('a good sign-in gives its start and its attempt back', async () => {
  const budgets = newBudgets();
  await exhaust(budgets.failures.ofAddress);
  await giveBackAll(database, budgets);
  await expect(spend(database, budgets.failures.ofAddress)).resolves.toBeUndefined();
});

test('a state is consumed by one of eight at once', async () => {
  const state = crypto.randomUUID();
  const consumed = await Promise.all(Array.from({ length: 8 }, () => consumeState(database, state)));
  expect(consumed.filter(Boolean)).toHaveLength(1);
});
