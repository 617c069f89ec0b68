import { setTimeout as delay } from 'node:timers/promises';
import { type Fault as ApiFault, changedNodes } from '../../harness/api-proxy.ts';
import type { Part, PlannedFault } from './plan.ts';
import type { World } from './world.ts';

/** Breaks something, and returns how to repair it. */
type Strike = (world: World, fault: PlannedFault) => Promise<Mend> | Mend;
type Mend = () => Promise<void> | void;
const nothing: Mend = () => undefined;

const hourMs = 3_600_000;
const tenYearsMs = 10 * 365 * 24 * hourMs;
const steps: Readonly<Record<string, number>> = {
  'back an hour': -hourMs,
  'back ten years': -tenYearsMs,
  'an hour ahead': hourMs,
  'ten years ahead': tenYearsMs,
};

const answered = (status: number, body: string): ApiFault => ({ kind: 'answer', status, type: 'text/html', body });
const apiFaults: Readonly<Record<string, (chance: number) => ApiFault>> = {
  away: () => ({ kind: 'refuse' }),
  'cut after the request': () => ({ kind: 'lose' }),
  delayed: (chance) => ({ kind: 'delay', ms: 200 + (chance % 1500) }),
  429: () => answered(429, 'later'),
  500: () => answered(500, 'broken'),
  'a page of HTML': () => answered(200, '<html><body>Welcome</body></html>'),
  'an empty list': () => changedNodes(() => []),
  'another executor': () => changedNodes(() => [], { executorId: 'x' }),
};

const strikes: Readonly<Record<Part, Strike>> = {
  agent: async ({ keeper }, { how, chance }) => {
    keeper.kill();
    if (how === 'killed twice') {
      await delay(chance % 1500);
      keeper.kill();
    }
    return nothing;
  },
  calls: strikeCalls,
  engine: async ({ engine }, { how }) => {
    // The engine waits for a daemon that it has just started, whose SIGTERM the kernel dropped; systemd kills it after 90 s.
    if (how !== 'killed') await engine.stop(90_000).catch(() => engine.kill());
    else await engine.kill();
    return () => engine.start();
  },
  server: async ({ host }, { how }) => {
    await host.controlPlane.stop(how === 'killed' ? 'SIGKILL' : 'SIGTERM');
    return () => host.controlPlane.serve();
  },
  network: ({ host }, { how, chance }) => {
    host.api.break(apiFaults[how]?.(chance) ?? { kind: 'refuse' });
    return () => host.api.heal();
  },
  container: strikeContainer,
  disk: ({ disk }, { how }) => {
    disk.fill(how === 'full' ? 0 : 60);
    return () => disk.empty();
  },
  clock: ({ clock }, { how }) => {
    clock.step(steps[how] ?? 0);
    return () => clock.step(0);
  },
  upgrade: async ({ switches, keeper }, { how, chance }) => {
    switches.begin();
    await delay(chance % 4000);
    if (how === 'watcher killed' || how === 'both killed') switches.killWatcher();
    if (how === 'agent killed' || how === 'both killed') keeper.kill();
    return nothing;
  },
};

/** Breaks something after a delay, for a time, and repairs it. */
export async function suffer(world: World, fault: PlannedFault): Promise<void> {
  await delay(fault.afterMs);
  const mend = await strikes[fault.part](world, fault);
  await delay(fault.lastsMs);
  await mend();
}

function strikeCalls({ host: { engine }, keeper }: World, { how, chance }: PlannedFault): Mend {
  // The changing call to hit, or how many calls apart for a recurring fault.
  const nth = chance % 4;
  let count = 0;
  const isHit = () => count++ === nth;
  const fails = () => ({ status: 500, body: JSON.stringify({ message: 'a fault of the engine' }) });
  const kill = () => {
    keeper.kill();
    return 'swallow' as const;
  };
  if (how === 'cut') engine.cut();
  if (how === 'killed before the engine hears') engine.interference = { before: () => (isHit() ? kill() : undefined) };
  if (how === 'killed after the engine did it') engine.interference = { afterDone: () => isHit() && kill() };
  if (how === 'hang') engine.interference = { before: () => 'swallow' };
  if (how === 'fail') engine.interference = { answer: fails };
  if (how === 'fail at times')
    engine.interference = { answer: () => (count++ % (nth + 2) === 0 ? fails() : undefined) };
  return () => {
    engine.interference = {};
    // Hanging calls are never answered.
    if (how === 'hang') engine.cut();
  };
}

async function strikeContainer({ host, engine }: World, { how, chance }: PlannedFault): Promise<Mend> {
  try {
    const containers = await host.agent.containers();
    const hit = containers[chance % Math.max(1, containers.length)];
    if (hit === undefined || (await engine.pid()) === null) return nothing;
    const container = host.docker.getContainer(hit.Id);
    if (how === 'killed') await container.kill();
    if (how === 'removed') await container.remove({ force: true });
    if (how === 'stopped') await container.stop({ t: 30 });
    if (how === 'renamed') await container.rename({ name: `renamed-${hit.Id.slice(0, 12)}` });
  } catch {
    // Another fault may have stopped the engine, or the container may have just been removed.
  }
  return nothing;
}
