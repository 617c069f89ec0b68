import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, summarise } from './figures.ts';
import type { BenchHost } from './host.ts';

const seconds = 120;
/** Linux counts processor time in hundredths of a second for user space. */
const ticksPerSecond = 100;

/** (c) The agent with 1 and with 20 idle nodes: resident memory, and processor time in percent of a core. */
export async function benchIdle({ nodes, agent }: BenchHost): Promise<Figure[]> {
  const figures: Figure[] = [];
  let made = 0;
  for (const count of [1, 20]) {
    const ids: string[] = [];
    for (; made < count; made++)
      ids.push((await nodes.create(`idle-${made}`, { resources: { memoryMiB: 256, cpuCores: 0.2 } })).id);
    for (const id of ids) await nodes.untilPhase(id, 'running', 120_000);
    await delay(10_000);
    const before = processorTicks(agent.pid);
    const memory: number[] = [];
    for (let second = 0; second < seconds; second += 5) {
      await delay(5000);
      memory.push(residentMiB(agent.pid));
    }
    const percent = ((processorTicks(agent.pid) - before) / ticksPerSecond / seconds) * 100;
    const resident = summarise(memory);
    figures.push({
      what: `(c) agent’s resident memory with ${count} idle nodes`,
      unit: 'MiB',
      ours: resident,
      peer: null,
      goal: '≤ 110',
      met: resident.p95 <= 110,
    });
    figures.push({
      what: `(c) agent’s processor time with ${count} idle nodes`,
      unit: '% of a core',
      ours: { median: percent, p95: percent, rounds: 1 },
      peer: null,
      goal: '≤ 1 with 20',
      met: percent <= 1,
    });
  }
  const { nodes: all } = await agent.status();
  for (const { id } of all) await nodes.delete(id);
  for (const { id } of all) await nodes.untilGone(id);
  return figures;
}

function processorTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
