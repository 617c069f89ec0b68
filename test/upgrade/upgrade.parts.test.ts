import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAgent } from '../harness/agent.ts';
import { type AgentVersion, agentOfVersion, presentAgent } from '../harness/other-version.ts';
import { until } from '../harness/until.ts';
import { type Facts, leaveToUpgrade } from './former-life.ts';
import { type Installation, install } from './installation.ts';
import { eventIds, observe, observeEngine, readStore } from './observe.ts';

let formerVersion: AgentVersion & Disposable;
let installation: Installation;
let former: Facts;
let present: Pick<Facts, 'containers' | 'desired' | 'orphans'>;

beforeAll(async () => {
  formerVersion = await agentOfVersion('0.1.0');
  installation = await install(formerVersion);
  former = await leaveToUpgrade(installation);
  const { controlPlane, agent, nodes } = installation;
  await controlPlane.serve();
  agent.program = (await presentAgent()).program;
  await agent.startAndSync();
  for (const id of Object.values(former.ids)) await nodes.untilPhase(id, 'running');
  await until('the agent has sent its events', async () => {
    const { events, samples } = (await agent.status()).outbox;
    return events + samples === 0;
  });
  present = await observe(installation);
}, 400_000);
afterAll(async () => {
  await installation?.[Symbol.asyncDispose]();
  formerVersion?.[Symbol.dispose]();
});

test('invariant 9: an upgrade remakes no container and restarts no daemon', async () => {
  // This daemon was down when the previous agent was killed; the current one starts it.
  const { [former.ids.unheard]: stoppedBefore, ...before } = former.containers;
  const { [former.ids.unheard]: startedNow, ...now } = present.containers;
  expect(Object.keys(before)).toHaveLength(4);
  expect(now).toEqual(before);
  expect(stoppedBefore).toMatchObject({ running: false });
  expect(startedNow).toMatchObject({ container: stoppedBefore?.container, running: true });
});

test('an upgrade keeps the desired state, the ports and the RPC credentials', async () => {
  expect(former.desired.nodes).toHaveLength(5);
  expect(present.desired).toEqual(former.desired);
  const { steady } = former.ids;
  expect(await installation.nodes.rpc(steady, 'getblockcount')).toBe(3);
});

test('an upgraded agent still measures the daemons that its predecessor started', async () => {
  const { nodes } = installation;
  const hash = await nodes.mine(former.ids.done, 1);
  await until('the block is seen', async () => (await nodes.get(former.ids.done))?.metrics?.bestBlockHash === hash);
});

test('invariant 6: an upgrade loses and doubles no event, also none that the former agent could not send', async () => {
  const ids = await eventIds(installation);
  expect(former.sentIds.length).toBeGreaterThan(20);
  expect(former.unsentIds.length).toBeGreaterThanOrEqual(2);
  expect(ids).toEqual(expect.arrayContaining([...former.sentIds, ...former.unsentIds]));
  expect(new Set(ids).size).toBe(ids.length);
});

test('invariant 2: an upgrade leaves orphaned nodes orphaned and keeps their data', async () => {
  expect(former.orphans).toHaveLength(2);
  expect(present.orphans).toEqual(former.orphans);
  expect(await installation.agent.volumes()).toHaveLength(6);
});

test('invariant 4: an upgraded agent settles both steps in which its predecessor was killed', async () => {
  const { agent, nodes } = installation;
  const { unheard, done } = former.ids;
  expect(former.intents.map(({ nodeId }) => nodeId).toSorted()).toEqual([unheard, done].toSorted());
  expect(readStore(agent).intents).toEqual([]);
  const eventIdOf = (id: string) => former.intents.find(({ nodeId }) => nodeId === id)?.eventId;
  const startsOf = async (name: string) => (await nodes.events(name, 'node.started')).map(({ id }) => id);
  // The engine had done it: the event has the id that was chosen before.
  expect(await startsOf('done')).toEqual([expect.any(String), eventIdOf(done)]);
  // The engine did not know it: the daemon was started by another step.
  expect(await startsOf('unheard')).toEqual([
    expect.any(String),
    expect.not.stringContaining(eventIdOf(unheard) ?? ''),
  ]);
});

test('a former agent refuses a store of a later version and says what to install, and the nodes run on', async () => {
  const { agent } = installation;
  const containers = await observeEngine(installation);
  await agent.stop();
  setStoreVersion(agent, 1000);
  agent.program = formerVersion.program;
  const child = agent.start();
  await until('the agent has ended', () => agent.hasEnded);
  expect(child.exitCode).toBe(1);
  expect(agent.log).toMatch(/agent\.db was written by a newer agent .*install that agent again/);
  expect(await observeEngine(installation)).toEqual(containers);
});

/** Makes the store of a stopped agent look as if a later agent had written it. */
function setStoreVersion({ dataDir }: TestAgent, version: number): void {
  using store = new DatabaseSync(join(dataDir, 'agent.db'));
  store.exec(`PRAGMA user_version=${version}`);
}
