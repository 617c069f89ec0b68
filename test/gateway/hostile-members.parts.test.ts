import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { headerChain } from '../fixtures/header-chain.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { until } from '../harness/until.ts';
import { type MemberDaemon, memberDaemons, share } from './daemons.ts';
import { type Lie, lyingMember } from './lying-member.ts';
import { type RunningGateway, runningGateway } from './running-gateway.ts';

// A member that lies about its chain, beside one that does not. Both have a daemon of their own.

let honest: MemberDaemon;
let lying: MemberDaemon;

const folder = sharedFolder('gateway-hostile-members');

beforeAll(async () => {
  [honest, lying] = (await memberDaemons(folder, 'honest', 'lying')) as [MemberDaemon, MemberDaemon];
  await share(honest.daemon, await honest.daemon.mine(20), lying.daemon);
});

afterAll(() => Promise.all([honest, lying].map((each) => each?.daemon.remove())));

/** A gateway of both. The lying one is first, so that its headers are. */
async function gatewayWith(lie: Lie): Promise<RunningGateway> {
  return runningGateway([await lyingMember(lying.member, lie), honest.member]);
}

const stating =
  (facts: object): Lie =>
  ({ method, params }, { result }) =>
    method === 'getblockheader' && params[1] !== false ? { result: { ...(result as object), ...facts } } : undefined;

const honestTip = async () => (await honest.daemon.ask('getbestblockhash')).result;
const tipsOf = (gateway: RunningGateway) =>
  Promise.all(Array.from({ length: 10 }, async () => (await gateway.caller().call('getbestblockhash')).json.result));

test('answers from the chain with more blocks beside a member that states more work', async () => {
  const gateway = await gatewayWith(stating({ chainwork: 'f'.repeat(64) }));
  await gateway.untilMembers();
  await honest.daemon.mine(1);
  const tip = await honestTip();
  onTestFinished(() => share(honest.daemon, [String(tip)], lying.daemon));
  await until('new connections get the last block', async () => (await tipsOf(gateway)).every((each) => each === tip));
});

test('uses both members, whatever height one of them states', async () => {
  const gateway = await gatewayWith(stating({ height: 2_000_000_000 }));
  await gateway.untilMembers('used', 'used');
});

test('does not let a member call the last block of another one losing', async () => {
  const losing = 'ab'.repeat(32);
  const gateway = await gatewayWith(({ method, params }, { result }) =>
    method === 'getblockheader' && params[0] === losing
      ? { result: { height: 1, chainwork: '4', confirmations: 9, ...(result as object | null) }, error: null }
      : undefined,
  );
  await gateway.configure({ branches: { asOf: '2026-11-30T12:00:00Z', verdict: 'split', losing: [losing] } });
  await gateway.untilMembers('losing_branch', 'used');
  expect((await gateway.caller().call('getbestblockhash')).json.result).toBe(await honestTip());
});

test.each<[string, (tip: string) => { hash: string; hex: string | null }]>([
  ['has no header', () => ({ hash: 'cd'.repeat(32), hex: null })],
  [
    'has the header of another block',
    (tip) => ({ hash: 'cd'.repeat(32), hex: headerChain(1, { after: tip })[0]?.hex ?? '' }),
  ],
  [
    'has a target that no block of the network has',
    (tip) => {
      const [header] = headerChain(1, { after: tip, bits: 0x2000ffff });
      return { hash: header?.hash ?? '', hex: header?.hex ?? '' };
    },
  ],
])('does not use a member whose last block %s, and states why', async (_, madeUp) => {
  const { hash, hex } = madeUp(String(await honestTip()));
  const gateway = await gatewayWith(({ method, params }, { result }) => {
    if (method === 'getblockchaininfo') return { result: { ...(result as object), bestblockhash: hash } };
    if (method === 'getbestblockhash') return { result: hash };
    if (method !== 'getblockheader' || params[0] !== hash) return undefined;
    return {
      result: params[1] === false ? hex : { height: 99, chainwork: 'f'.repeat(64), confirmations: 1 },
      error: null,
    };
  });
  await gateway.untilMembers('refuted', 'used');
  expect((await gateway.report()).endpoints[0]?.members[0]?.reason).toMatch(
    /^Its chain is not proven: .*block [0-9a-f]{64}/,
  );
  expect((await gateway.caller().call('getbestblockhash')).json.result).toBe(await honestTip());
});

test('does not use a member that names a last block which its chain does not have', async () => {
  const gateway = await gatewayWith(stating({ confirmations: -1 }));
  await gateway.untilMembers('invalid', 'used');
});
