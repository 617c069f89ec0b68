import { afterAll, beforeAll, expect, test } from 'vitest';
import { chainKind } from '../../../src/agent/agent-requests/chain.ts';
import { RequestResponder } from '../../../src/agent/agent-requests/responder.ts';
import { type EndpointOf, rpcKind } from '../../../src/agent/agent-requests/rpc.ts';
import { agentRpcUser } from '../../../src/agent/runtime/workload-spec.ts';
import { requestResults } from '../../../src/contract/agent-requests.ts';
import type { AgentAnswerInput } from '../../../src/contract/types.generated.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from '../monitor/daemon.ts';

let daemon: Daemon;
let former: Daemon;
beforeAll(async () => {
  // A daemon whose container was created by an older agent allows less.
  [daemon, former] = await Promise.all([Daemon.make(), Daemon.make([`rpcwhitelist=${agentRpcUser}:uptime`])]);
  await Promise.all([daemon.start(), former.start()]);
});
afterAll(() => Promise.all([daemon?.remove(), former?.remove()]));

/** Each call is a method with its parameters. */
async function answersTo(calls: readonly string[], endpointOf: EndpointOf = () => daemon.endpoint) {
  const reports: AgentAnswerInput[] = [];
  const { signal } = new AbortController();
  const responder = new RequestResponder({
    kinds: [rpcKind(endpointOf, signal)],
    send: async (input) => {
      reports.push(input);
      return { isTaken: true, isOpen: false };
    },
    log: listeningLog().log,
    signal,
  });
  const requests = calls.map((call, index) => {
    const [method, ...params] = call.split(' ');
    return { id: String(index), nodeId: 'one', kind: 'rpc', args: { method, params } };
  });
  responder.handle(requests);
  // A heartbeat repeats requests in progress.
  responder.handle(requests);
  await until('every call is answered', () => reports.length >= calls.length);
  return reports.toSorted((one, other) => Number(one.id) - Number(other.id));
}

test('a daemon is asked what people want to know, each call once', async () => {
  const calls = ['getblockhash 0', 'getblockcount', 'getblockhash 99', 'getdeploymentinfo'];
  const [hash, count, refused, unknown] = await answersTo(calls);
  expect(hash?.result).toMatch(/^"[0-9a-f]{64}"$/);
  expect(count).toEqual({ id: '1', result: '0' });
  expect(refused?.error).toBe('Block height out of range');
  expect(unknown?.error).toBe('Method not found');
});

test('whatever the control plane asks for, only calls that read are made', async () => {
  const answers = await answersTo(['stop', 'dumpprivkey x', 'getblockhash 0 1']);
  expect(answers).toHaveLength(3);
  for (const { error } of answers) expect(error).toMatch(/does not allow the call/);
  expect((await daemon.ask('uptime')).status).toBe(200);
});

test('a daemon that does not run, or allows less, is said to', async () => {
  const [stopped] = await answersTo(['uptime'], () => null);
  expect(stopped?.error).toBe('the daemon is not running');
  const [refused, allowed] = await answersTo(['getpeerinfo', 'uptime'], () => former.endpoint);
  expect(refused?.error).toMatch(/restart the node/);
  expect(allowed?.result).toMatch(/^\d+$/);
});

test('the blocks of a chain are read with its tip; heights above the tip are left out, and a daemon that does not run is said to', async () => {
  const { signal } = new AbortController();
  const answer = await chainKind(() => daemon.endpoint, signal).answer('one', { heights: [0, 1, 99] });
  const { tip, blocks, deployments } = requestResults.chain.parse(answer);
  expect(tip.height).toBe(0);
  expect(blocks).toEqual([{ height: 0, hash: tip.hash }]);
  // The version that the tests run does not report them.
  expect(deployments).toBeNull();
  await expect(chainKind(() => null, signal).answer('one', { heights: [1] })).rejects.toThrow('is not running');
});
