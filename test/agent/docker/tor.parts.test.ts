import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { EngineClient } from '../../../src/agent/docker/engine/engine-client.ts';
import { networkFacts } from '../../../src/bitcoin/network.ts';
import { onionAddress } from '../../fixtures/onion-address.ts';
import { countBridge } from '../../harness/counted-bridge.ts';
import { startPrivateEngine } from '../../harness/private-engine.ts';
import { shared } from '../../harness/shared-part.ts';
import { startSocksServer } from '../../harness/socks-server.ts';
import { runningNode, type TestNode } from '../../harness/test-node.ts';
import { authOf, callAs, tester } from '../../harness/tester-rpc.ts';
import { until } from '../../harness/until.ts';

const { rpcPort, p2pPort } = networkFacts('regtest');

/**
 * An engine whose containers reach a SOCKS server and nothing else. They ask for names at an address beyond the counted
 * bridge, where nobody answers.
 */
const world = shared(
  async () => {
    await using resources = new AsyncDisposableStack();
    const engine = resources.use(await startPrivateEngine({ args: ['--dns', '192.88.99.2'] }));
    const host = networkInterfaces()[engine.bridge]?.find(({ family }) => family === 'IPv4')?.address ?? '';
    const routes = new Map<string, { host: string; port: number }>();
    const socks = resources.use(await startSocksServer(host, routes));
    const proxy = { host, port: socks.port };
    const bridge = resources.use(await countBridge(engine.bridge, proxy, [rpcPort, p2pPort]));
    const owned = resources.move();
    return { engine, routes, socks, bridge, proxy, end: () => owned.disposeAsync() };
  },
  ({ end }) => end(),
);

const torAt = ({ host, port }: { host: string; port: number }) => ({
  mode: 'own' as const,
  proxy: `${host}:${port}`,
  onionAddress: onionAddress(1),
});

/** Daemons connect to peers at addresses of private networks and documentation directly. */
const peers = ['peer.example', onionAddress(2), '192.88.99.1'].map((host) => `${host}:${p2pPort}`);
const addNodes = (addresses: readonly string[]) => addresses.map((value) => ({ key: 'addnode', value }));

const untilApplied = (node: TestNode, revision: number) =>
  until(`revision ${revision} is applied`, () => {
    const { phase, appliedRevision } = node.worker.report();
    return phase === 'running' && appliedRevision === revision;
  });

test('a node with a Tor sends no packet around it through start, restart and upgrade', async () => {
  const { engine, socks, bridge, proxy } = world;
  const before = await bridge.elsewhere();
  const desired = { overrides: addNodes(peers), rpcAuth: authOf(tester), tor: torAt(proxy), clientVersion: '28.0' };
  const untilAllRequested = (when: string) =>
    until(`the proxy was asked for each peer after ${when}`, () => peers.every((peer) => socks.requests.has(peer)));

  const node = await runningNode({ client: new EngineClient(engine.socketPath) }, desired);
  await untilAllRequested('the start');
  socks.clear();
  node.desire({ ...desired, revision: 2, restartCounter: 1 });
  await untilApplied(node, 2);
  await untilAllRequested('the restart');
  socks.clear();
  node.desire({ ...desired, revision: 3, restartCounter: 1, clientVersion: '28.1' });
  await untilApplied(node, 3);
  await untilAllRequested('the upgrade');

  expect(await bridge.elsewhere()).toBe(before);
  expect(await bridge.toProxy()).toBeGreaterThan(0);
  const { result } = await callAs(node, tester, 'getnetworkinfo');
  expect(result).toMatchObject({ localaddresses: [{ address: onionAddress(1), port: p2pPort }] });
}, 180_000);

test('a node with a Tor follows the chain of a peer behind an onion service', async () => {
  const { engine, routes, bridge, proxy } = world;
  const before = await bridge.elsewhere();
  const client = new EngineClient(engine.socketPath);
  const rpcAuth = authOf(tester);
  const peer = await runningNode({ client }, { rpcAuth, overrides: [{ key: 'connect', value: '0' }] });
  const { endpoint } = peer.worker.report();
  routes.set(`${onionAddress(3)}:${p2pPort}`, { host: '127.0.0.1', port: endpoint?.p2pPort ?? 0 });
  const overrides = addNodes([`${onionAddress(3)}:${p2pPort}`]);
  const node = await runningNode({ client }, { rpcAuth, overrides, tor: torAt(proxy) });
  await callAs(peer, tester, 'generatetodescriptor', [1, 'raw(51)']);
  await until('the node has the block', async () => (await callAs(node, tester, 'getblockcount')).result === 1);
  expect(await bridge.elsewhere()).toBe(before);
}, 120_000);

test.each(['peer.example', '192.88.99.1'])(
  'the packets of a node without a Tor to %s are counted',
  async (peer) => {
    const { engine, bridge } = world;
    const before = await bridge.elsewhere();
    const client = new EngineClient(engine.socketPath);
    await runningNode({ client }, { overrides: addNodes([`${peer}:${p2pPort}`]) });
    await until('a packet is counted', async () => (await bridge.elsewhere()) > before);
  },
  60_000,
);
