import { Agent } from 'node:http';
import { processorSeconds, residentMiB } from '../process.ts';
import { Latencies } from './latencies.ts';
import type { FleetOrder, FleetReport } from './messages.ts';
import { type SharedByExecutors, SimulatedExecutor } from './simulated-executor.ts';

// A process of `benchFleet` that simulates executors. It follows the orders of its parent, and ends with it.

// With few, hosts that wait for a lock of their organization would make all others wait in this process.
const connections = 250;

const latencies = new Latencies();
const counts = { beats: 0, failures: 0, nudges: 0, openStreams: 0, events: 0 };
// Closes idle connections before the control plane does, like a proxy.
const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: 60_000 });
let lastFailure: string | null = null;
let executors: SimulatedExecutor[] = [];
/** The current race. */
let race = {};

/** Each executor beats no more than once at a time: with few, some connections wait. */
async function run(racers: readonly SimulatedExecutor[], connections: number): Promise<void> {
  const current = {};
  race = current;
  let next = 0;
  const lap = async () => {
    while (race === current) await racers[next++ % racers.length]?.race();
  };
  await Promise.all(Array.from({ length: racers.length && connections }, lap));
}

process.on('message', (order: FleetOrder) => {
  if (order.kind === 'run') {
    const { urls, eventEverySeconds, startMs } = order;
    const shared: SharedByExecutors = {
      ...{ urls, agent, latencies, counts, eventEverySeconds },
      onFailure: (message) => {
        lastFailure = message;
      },
    };
    executors = order.executors.map((executor, index) => new SimulatedExecutor(executor, index, shared));
    for (const executor of executors) executor.start(startMs);
  } else if (order.kind === 'cut') {
    for (const [index, executor] of executors.entries()) executor.isCut = index < order.executors;
  } else if (order.kind === 'race') {
    void run(executors.slice(0, order.executors), order.connections);
  } else if (order.kind === 'hush') {
    for (const executor of executors) executor.hush();
  } else {
    const report: FleetReport = {
      ...counts,
      reporting: executors.filter(({ isReporting }) => isReporting).length,
      latencies: latencies.counts.splice(0),
      freshAt: executors.map(({ freshAt }) => freshAt),
      revisedAt: executors.map(({ revisedAt }) => revisedAt),
      processorSeconds: processorSeconds(process.pid),
      residentMiB: residentMiB(process.pid),
      lastFailure,
    };
    process.send?.(report);
  }
});
process.on('disconnect', () => process.exit());
