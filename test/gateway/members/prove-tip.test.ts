import { expect, test } from 'vitest';
import { type Ask, proveTip } from '../../../src/gateway/members/prove-tip.ts';
import type { CallAnswer } from '../../../src/gateway/rpc/write-answer.ts';
import { headerChain } from '../../fixtures/header-chain.ts';

const chain = headerChain(2100);
const hashes = chain.map(({ hash }) => hash);
const tip = { hash: hashes.at(-1) ?? '', height: chain.length - 1 };

/** A daemon with the chain. `named`: the block at a height, if the daemon names another. */
function daemon(
  named: (height: number) => string | undefined = (height) => hashes[height],
): Ask & { requests: number } {
  const ask: Ask & { requests: number } = async (calls) => {
    ask.requests++;
    return calls.map(({ method, params }) => {
      const [given] = JSON.parse(params) as [string | number];
      const result = method === 'getblockhash' ? named(Number(given)) : chain.find(({ hash }) => hash === given)?.hex;
      return result === undefined ? { error: '{}', code: -5 } : { result: JSON.stringify(result) };
    });
  };
  ask.requests = 0;
  return ask;
}

const answer = { result: JSON.stringify(chain.at(-1)?.hex) };
const knows = (...known: readonly (string | undefined)[]) => ({
  known: (hash: string) => (known.includes(hash) ? ({} as never) : undefined),
});
const read = async (ask: Ask, known = knows(), of = tip, own: CallAnswer = answer) =>
  (await proveTip(known, of, own, ask)).map(({ hash }) => hash);

test('reads nothing when the block before the tip is known', async () => {
  const ask = daemon();
  expect(await read(ask, knows(hashes.at(-2)))).toEqual([tip.hash]);
  expect(ask.requests).toBe(0);
});

test('reads the headers back to a known one, the oldest first', async () => {
  expect(await read(daemon(), knows(hashes[1500]))).toEqual(hashes.slice(1501));
});

test('reads 2,016 headers of a chain that is not known, in few requests', async () => {
  const ask = daemon();
  expect(await read(ask)).toEqual(hashes.slice(-2016));
  expect(ask.requests).toBeLessThan(14);
});

test('reads to the first block of a short chain', async () => {
  const short = { hash: hashes[2] ?? '', height: 2 };
  expect(await read(daemon(), knows(), short, { result: JSON.stringify(chain[2]?.hex) })).toEqual(hashes.slice(0, 3));
});

test('reads the headers of a tip that the daemon has just left', async () => {
  const near = headerChain(2, { after: hashes[2097] ?? '', salt: 7 }).map(({ hash }) => hash);
  expect(await read(daemon((height) => (height < 2098 ? hashes[height] : near[height - 2098])))).toHaveLength(2016);
});

test.each<[string, CallAnswer]>([
  ['the header of another block', { result: JSON.stringify(chain[5]?.hex) }],
  ['no header', { result: 'null' }],
  ['an error', { error: '{}', code: -5 }],
])('refutes a daemon that shows %s for its tip', async (_, own) => {
  await expect(read(daemon(), knows(), tip, own)).rejects.toMatchObject({ kind: 'refuted' });
});

test('refutes a daemon that names no blocks, after a bounded number of requests', async () => {
  const ask = daemon(() => undefined);
  await expect(read(ask)).rejects.toMatchObject({ kind: 'refuted' });
  expect(ask.requests).toBeLessThan(40);
});
