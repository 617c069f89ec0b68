import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestControlPlane } from '../test/harness/control-plane.ts';
import { TestExecutor } from '../test/harness/executor.ts';
import { TestNodes } from '../test/harness/nodes.ts';
import type { Artifact } from './artifact.ts';
import { type Figure, summarise } from './figures.ts';
import { costOf, emptyNode, type RunCost } from './run-cost.ts';

const rounds = 9;
const nodes = 20;

/** Each command, and how many times as much as an idle Node process it may take. */
const commands = [
  { name: 'satrap --help', args: ['--help'], maxRatio: 2 },
  { name: `satrap nodes list of ${nodes} nodes`, args: ['nodes', 'list'], maxRatio: 4 },
];

/** (commands) of a release, as a person runs them, compared with an idle Node process. */
export async function benchCommands(postgres: string, { program }: Artifact): Promise<Figure[]> {
  const controlPlane = await TestControlPlane.start({
    ...{ logLevel: 'info', throughScript: true, postgres, heartbeatSeconds: 60 },
  });
  const home = mkdtempSync(join(tmpdir(), 'satrap-home-'));
  try {
    await createNodes(controlPlane);
    const { PATH = '' } = process.env;
    const env = { PATH, HOME: home, SATRAP_URL: controlPlane.url, SATRAP_API_KEY: controlPlane.personalKey };
    const bare: RunCost[] = [];
    const costs = commands.map((): RunCost[] => []);
    // A person has run them before.
    for (const { args } of commands) costOf(program, args, { runs: 1, env });
    for (let round = 0; round < rounds; round++) {
      bare.push(emptyNode());
      for (const [index, { args }] of commands.entries()) costs[index]?.push(costOf(program, args, { env }));
    }
    return commands.flatMap((command, index) => figuresOf(command, costs[index] ?? [], bare));
  } finally {
    rmSync(home, { recursive: true, force: true });
    await controlPlane.destroy();
  }
}

async function createNodes(controlPlane: TestControlPlane): Promise<void> {
  const host = await TestExecutor.withKey(controlPlane, 'host-1');
  const amount = { total: 1e9, usedByNodes: 0, free: 1e9 };
  const resources = { cpuCores: amount, memoryMiB: amount, diskGiB: amount };
  const { executorId } = (await host.sync({ resources })).data.syncExecutor;
  const created = new TestNodes(controlPlane, executorId);
  for (let index = 0; index < nodes; index++) await created.create(`listed-${index}`);
}

function figuresOf(
  { name, maxRatio }: (typeof commands)[number],
  costs: readonly RunCost[],
  bare: readonly RunCost[],
): Figure[] {
  const kinds = [
    ['', 'wallMs'],
    [', processor time', 'processorMs'],
  ] as const;
  return kinds.map(([suffix, kind]) => {
    const summaryOf = (each: readonly RunCost[]) => summarise(each.map((cost) => cost[kind]));
    const [ours, floor] = [summaryOf(costs), summaryOf(bare)];
    return {
      what: `(commands) ${name}${suffix}`,
      unit: 'ms',
      ours,
      peer: { what: 'node -e 0', summary: floor },
      goal: `median ≤ ${maxRatio}× of the peer`,
      met: ours.median <= maxRatio * floor.median,
    };
  });
}
