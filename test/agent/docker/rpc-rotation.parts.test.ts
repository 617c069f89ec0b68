import { expect, test } from 'vitest';
import { runningNode } from '../../harness/test-node.ts';
import { authOf, callAs, type Tester } from '../../harness/tester-rpc.ts';
import { until } from '../../harness/until.ts';

const former: Tester = { user: 'satrap', password: 'former' };
const present: Tester = { user: 'satrap', password: 'present' };

test('a node accepts both pairs while the credentials are rotated, and afterwards the new one alone', async () => {
  const node = await runningNode();
  const statusOf = async (who: Tester) => (await callAs(node, who, 'uptime').catch(() => null))?.status;
  node.desire({ rpcAuth: authOf(present), formerRpcAuth: authOf(former) });
  await until('the new pair is valid', async () => (await statusOf(present)) === 200);
  expect(await statusOf(former)).toBe(200);
  node.desire({ rpcAuth: authOf(present), formerRpcAuth: null });
  await until('the former pair has ended', async () => (await statusOf(former)) === 401);
  await until('the new pair is valid', async () => (await statusOf(present)) === 200);
});
