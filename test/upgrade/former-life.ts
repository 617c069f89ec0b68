import { until } from '../harness/until.ts';
import type { Installation } from './installation.ts';
import { eventIds, observe, observeEngine, observeOrphans, readStore } from './observe.ts';

/** What an upgrade must not change. */
export type Facts = Awaited<ReturnType<typeof leaveToUpgrade>>;

/**
 * Uses an installation like its owner, then stops the control plane, and kills the agent while it has unsent events and
 * is in the middle of two steps: one unknown to the engine, one done.
 */
export async function leaveToUpgrade(installation: Installation) {
  const { controlPlane, agent, nodes } = installation;
  const steady = await nodes.create('steady', { overrides: [{ key: 'dbcache', value: '77' }] });
  const [unheard, done, stopped, orphaned, kept] = [
    await nodes.create('unheard'),
    await nodes.create('done'),
    await nodes.create('stopped'),
    await nodes.create('orphaned'),
    await nodes.create('kept'),
  ];
  for (const { id } of [steady, unheard, done, stopped, orphaned, kept]) await nodes.untilPhase(id, 'running');
  await nodes.mine(steady.id, 3);
  await nodes.act(steady.id, 'restart');
  await nodes.act(stopped.id, 'stop');
  await nodes.untilPhase(stopped.id, 'stopped');
  await nodes.untilPhase(steady.id, 'running');
  await nodes.delete(kept.id, 'keep');
  await nodes.untilGone(kept.id);
  await orphan(installation, orphaned.name, stopped.id);
  await until('the orphaned nodes are reported', async () => (await observeOrphans(installation)).length === 2);
  const observed = await observe(installation);
  await until('the agent has sent its events', async () => {
    const { events, samples } = (await agent.status()).outbox;
    return events + samples === 0;
  });
  const sentIds = await eventIds(installation);
  await controlPlane.stop();
  await killInTwoSteps(installation, unheard.id, done.id);
  const { unsentIds, intents } = readStore(agent);
  const containers = await observeEngine(installation);
  return {
    ids: { steady: steady.id, unheard: unheard.id, done: done.id },
    ...observed,
    ...{ sentIds, unsentIds, intents, containers },
  };
}

/** From now on no answer contains the node. The agent accepts a list without it with the next change. */
async function orphan({ api, agent, nodes }: Installation, name: string, otherId: string): Promise<void> {
  api.break({
    kind: 'sync',
    change: (answer) => ({
      ...answer,
      nodes: (answer['nodes'] as { name: string }[] | null)?.filter((node) => node.name !== name) ?? null,
    }),
  });
  await nodes.update(otherId, { overrides: [{ key: 'dbcache', value: '50' }] });
  await until('the node is orphaned', async () =>
    (await agent.status()).orphans.some((orphaned) => orphaned.name === name),
  );
}

/** Both daemons are stopped behind the agent's back, so that it records their exits and restarts them. */
async function killInTwoSteps(
  { agent, engine, docker }: Installation,
  unheardId: string,
  doneId: string,
): Promise<void> {
  const stop = (id: string) => docker.getContainer(`satrap-${id}`).stop({ t: 60 });
  const isStart = (call: string) => call.endsWith('/start');
  let swallowed = false;
  engine.interference = {
    before: (call) => {
      if (!isStart(call)) return undefined;
      swallowed = true;
      return 'swallow';
    },
  };
  await stop(unheardId);
  await until('the agent tries to start the daemon', () => swallowed);
  engine.interference = {
    afterDone: (call) => {
      if (isStart(call)) agent.strike();
    },
  };
  await stop(doneId);
  await until('the agent is killed', () => agent.hasEnded);
  engine.interference = {};
}
