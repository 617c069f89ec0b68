import { expect, test } from 'vitest';
import { type RpcClient, RpcError } from '../../../src/agent/monitor/rpc.ts';
import { readSnapshotState } from '../../../src/agent/monitor/snapshot-state.ts';

const never = new AbortController().signal;
const rpcOf = (answer: unknown): Pick<RpcClient, 'call'> => ({
  call: async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  },
});
const read = (answer: unknown) => readSnapshotState(rpcOf(answer), never);

/** As 31.0 answers after `loadtxoutset` at 299, in part. */
const loaded = {
  headers: 299,
  chainstates: [
    { blocks: 0, bestblockhash: '0f9188', verificationprogress: 0, coins_db_cache_bytes: 1, validated: true },
    { blocks: 299, bestblockhash: '7cc695', snapshot_blockhash: '7cc695', validated: false },
  ],
};

test('a snapshot that is not validated is read with both heights', async () => {
  expect(await read(loaded)).toEqual({ height: 299, validatedHeight: 0 });
});

test.each([
  ['an ordinary daemon', { headers: 5, chainstates: [{ blocks: 5, validated: true }] }],
  [
    'a snapshot whose history is validated',
    { headers: 5, chainstates: [{ blocks: 5, snapshot_blockhash: '7cc695', validated: true }] },
  ],
  ['a daemon that does not know the method', new RpcError('refused', 'Method not found', -32601)],
  ['a daemon whose whitelist lacks the method', new RpcError('unauthorized', 'forbidden')],
])('%s has no snapshot to validate', async (_what, answer) => {
  expect(await read(answer)).toBeNull();
});

test('a daemon that fails otherwise is asked again', async () => {
  await expect(read(new RpcError('busy', 'work queue depth exceeded'))).rejects.toThrow('work queue');
});

test('an answer that is no list of chain states is refused', async () => {
  await expect(read({ chainstates: 'many' })).rejects.toThrow();
});
