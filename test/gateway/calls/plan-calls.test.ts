import { expect, test } from 'vitest';
import { rpcPresets } from '../../../src/bitcoin/rpc-methods.ts';
import { planCalls } from '../../../src/gateway/calls/plan-calls.ts';
import { readRequest } from '../../../src/gateway/rpc/read-request.ts';

const everything = new Set(rpcPresets.administrator.methods);

/** Each step with its methods. */
function planned(methods: readonly string[], allowed: ReadonlySet<string> = everything): string[] {
  const request = readRequest(JSON.stringify(methods.map((method) => ({ method }))));
  return planCalls(request, (method) => allowed.has(method)).map((step) => {
    if (step.kind === 'refuse') return `refuse ${step.outcome}`;
    return `${step.kind} ${(step.kind === 'read' ? step.calls : [step.call]).map(({ method }) => method).join(' ')}`;
  });
}

test('sends light reads that follow one another together', () => {
  expect(planned(['uptime', 'getblockcount', 'getblockhash'])).toEqual(['read uptime getblockcount getblockhash']);
});

test('sends a heavy read, a write and a wallet call on their own, in order', () => {
  expect(planned(['uptime', 'getblock', 'uptime', 'sendrawtransaction', 'submitblock', 'getbalance'])).toEqual([
    ...['read uptime', 'stream getblock', 'read uptime'],
    ...['broadcast sendrawtransaction', 'once submitblock', 'wallet getbalance'],
  ]);
});

test('refuses what the consumer may not call, beside what it may', () => {
  expect(planned(['uptime', 'stop', 'uptime'], new Set(['uptime']))).toEqual([
    ...['read uptime', 'refuse not_allowed', 'read uptime'],
  ]);
});

test.each(['Uptime', 'uptime ', 'uptime\u0000', 'ｕptime', '__proto__', 'constructor', ''])(
  'refuses the name %j, which only looks like a method',
  (method) => {
    expect(planned([method], new Set(['uptime']))).not.toContainEqual(expect.stringContaining('read'));
  },
);

test('makes an unknown method that is allowed by name once, on one member', () => {
  expect(planned(['getnews'], new Set(['getnews']))).toEqual(['once getnews']);
});

test.each([
  '[[{"txid":"00","vout":0}],{"return_spending_tx":true}]',
  '{"outputs":[],"options":{"return_spending\\u005ftx":true}}',
  '{"outputs":[],"return_spending_tx":true}',
])('refuses an answer with whole transactions for each output: %s', (params) => {
  const request = readRequest(`{"method":"gettxspendingprevout","params":${params}}`);
  expect(planCalls(request, () => true)).toMatchObject([{ kind: 'refuse', fault: { code: -8 } }]);
});

test.each([
  ['waitfornewblock', '[]', '[20000]'],
  ['waitfornewblock', '[0,"aa"]', '[20000,"aa"]'],
  ['waitfornewblock', '[1500]', '[1500]'],
  ['waitfornewblock', '[-0]', '[20000]'],
  ['waitfornewblock', '{"timeout":86400000}', '{"timeout":20000}'],
  ['waitforblock', '["aa"]', '["aa",20000]'],
  ['waitforblock', '[]', '[]'],
  ['waitforblockheight', '[2147483647,0]', '[2147483647,20000]'],
  ['waitforblockheight', '{"height":7}', '{"height":7,"timeout":20000}'],
])('bounds the wait of %s %s', (method, params, expected) => {
  const request = readRequest(`{"method":"${method}","params":${params}}`);
  expect(planCalls(request, () => true)).toMatchObject([{ call: { params: expected } }]);
});

test.each([
  ['[{"rules":["segwit"]}]', 'heavy'],
  ['[{"rules":["segwit"],"longpollid":"00"}]', 'waiting'],
])('takes a block template of %s as %s', (params, cost) => {
  const request = readRequest(`{"method":"getblocktemplate","params":${params}}`);
  expect(planCalls(request, () => true)).toMatchObject([{ call: { facts: { cost } } }]);
});

test('sends at most 100 calls together', () => {
  const steps = planned(Array.from({ length: 250 }, () => 'uptime'));
  expect(steps.map((step) => step.split(' ').length - 1)).toEqual([100, 100, 50]);
});
