import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, type Summary, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';
import { processorSeconds, residentMiB } from './process.ts';
import { emptyNode } from './run-cost.ts';

const seconds = 120;
const readEverySeconds = 5;

/** At most this many MiB, by the number of nodes. */
const memoryGoal = { 1: 80, 20: 90 } as const;
/** At most this many % of a core where `node -e 0` takes 60 ms of processor time, and in proportion elsewhere. */
const processorGoal = 0.7;
const emptyNodeGoalMs = 60;

/** (idle) An agent with 1 and with 20 idle nodes: resident memory and CPU time, compared with an idle Node process. */
export async function* benchIdle({ nodes, agent }: BenchHost): AsyncGenerator<Figure> {
  const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  try {
    let created = 0;
    for (const count of [1, 20] as const) {
      const ids: string[] = [];
      for (; created < count; created++)
        ids.push((await nodes.create(`idle-${created}`, { resources: { memoryMiB: 256, cpuCores: 0.2 } })).id);
      for (const id of ids) await nodes.untilPhase(id, 'running', 120_000);
      await delay(10_000);
      const [agentUse, bareUse] = await Promise.all([agent.pid, bare.pid ?? 0].map(watchProcess));
      if (agentUse === undefined || bareUse === undefined) throw new Error('a measured process has ended');
      yield {
        what: `(idle) agent’s resident memory with ${count} idle nodes`,
        unit: 'MiB',
        ours: agentUse.memory,
        peer: { what: 'a Node that does nothing', summary: bareUse.memory },
        goal: `≤ ${memoryGoal[count]}`,
        met: agentUse.memory.p95 <= memoryGoal[count],
      };
      const { processorMs: empty } = emptyNode(10);
      yield {
        what: `(idle) agent’s processor time with ${count} idle nodes`,
        unit: '% of a core',
        ours: agentUse.processor,
        peer: { what: 'a Node that does nothing', summary: bareUse.processor },
        goal: `≤ ${processorGoal} with 20 where node -e 0 takes ${emptyNodeGoalMs} ms of processor time (here ${empty.toFixed(0)})`,
        met: agentUse.processor.median <= (processorGoal * empty) / emptyNodeGoalMs,
      };
    }
    const { nodes: all } = await agent.status();
    for (const { id } of all) await nodes.delete(id);
    for (const { id } of all) await nodes.untilGone(id);
  } finally {
    bare.kill();
  }
}

async function watchProcess(pid: number): Promise<{ memory: Summary; processor: Summary }> {
  const memory: number[] = [];
  const before = processorSeconds(pid);
  for (let second = 0; second < seconds; second += readEverySeconds) {
    await delay(readEverySeconds * 1000);
    memory.push(residentMiB(pid));
  }
  const percent = ((processorSeconds(pid) - before) / seconds) * 100;
  return { memory: summarise(memory), processor: summarise([percent]) };
}
