import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { ensureClientImages } from '../src/devhost/client-image.ts';
import { ensureEngine } from '../src/devhost/engine.ts';
import { startPostgres } from '../test/setup/postgres.ts';
import { benchAdmission } from './admission.ts';
import { type Artifact, makeArtifact } from './artifact.ts';
import { benchBlocks } from './blocks.ts';
import { benchCommands } from './commands.ts';
import { benchConsole, consoleBenches } from './console/console.ts';
import { benchDeliveries } from './deliveries.ts';
import { benchDeploy } from './deploy.ts';
import { type Figure, shownNumber, tableLine } from './figures.ts';
import { benchFleet, fleetSizes } from './fleet/fleet.ts';
import { benchGateway } from './gateway/gateway.ts';
import { benchHeavyBodies } from './heavy-bodies.ts';
import { startHost } from './host.ts';
import { benchIdle } from './idle.ts';
import { benchLists, listSizes } from './lists/lists.ts';
import { benchMany } from './many.ts';
import { benchOutage } from './outage.ts';
import { benchOutbox } from './outbox.ts';
import { benchPages } from './pages.ts';
import { benchReach } from './reach.ts';
import { benchReports } from './reports.ts';
import { benchRest } from './rest.ts';
import { type Conditions, differences, type Run, readResults } from './results.ts';
import { emptyNode } from './run-cost.ts';
import { benchCopy, benchSeed } from './seed.ts';
import { benchServer } from './server.ts';
import { benchStart } from './start.ts';
import { benchStarvation } from './starvation.ts';
import { benchStreams } from './streams.ts';

// Measures speed and memory, each figure compared with its floor or peer in the same run. `npm run bench -- outbox
// pages` runs some of the benches. Names what differs from the recorded figures; record.ts records those of three runs.

/** The benches in the order in which they run. */
const agentBenches = ['many', 'outage', 'start', 'idle', 'deploy', 'block', 'seed'];
const names = [
  ...[
    'rest',
    'gateway',
    'outbox',
    'heartbeats',
    'events',
    'reports',
    'pages',
    'streams',
    'deliveries',
    'admission',
    'starvation',
    'bodies',
    'reach',
  ],
  ...['console', ...consoleBenches, 'commands', ...agentBenches],
  // Only by their names, because they take long.
  ...listSizes.map(({ name }) => name),
  'fleet',
  ...fleetSizes.map(({ executors }) => `fleet-${executors}`),
];
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) throw new Error(`no bench is called ${unknown.join(' or ')}; there are ${names.join(', ')}`);
const isSelected = (...some: string[]) => chosen.length === 0 || some.some((name) => chosen.includes(name));
const say = (line: string) => console.log(line);
const hours = chosen.some((name) => name.startsWith('fleet')) ? 3 : 1;
const signal = AbortSignal.timeout(hours * 3_600_000);
/** The benches that run a release. */
const isReleaseNeeded = isSelected('commands', 'start', 'idle', 'many', 'outage');
const figures: Figure[] = [];
const add = (...more: Figure[]) => {
  figures.push(...more);
  for (const figure of more) say(tableLine(figure));
};

const conditions = (): Conditions => ({ load: loadavg()[0] ?? 0, emptyNode: emptyNode(10) });
const atStart = conditions();
const startedAt = new Date().toISOString();

using artifact = isReleaseNeeded ? await makeArtifact() : undefined;
// Before another PostgreSQL runs, with which the embedded one would share memory.
if (isSelected('rest')) add(await benchRest());
if (isSelected('seed')) add(await benchCopy());
if (isSelected('gateway')) for await (const figure of benchGateway()) add(figure);
const postgres = await startPostgres(signal);
try {
  if (isSelected('outbox')) add(...benchOutbox());
  if (isSelected('heartbeats', 'events')) add(...(await benchServer(postgres, isSelected)));
  if (isSelected('reports')) add(await benchReports(postgres.url));
  if (isSelected('pages')) add(...(await benchPages(postgres.url)));
  if (isSelected('streams')) add(await benchStreams(postgres.url));
  if (isSelected('deliveries')) add(await benchDeliveries(postgres.url));
  if (isSelected('admission')) add(await benchAdmission(postgres.url));
  if (isSelected('starvation')) add(...(await benchStarvation(postgres.url)));
  if (isSelected('starvation', 'bodies')) for await (const figure of benchHeavyBodies(postgres.url)) add(figure);
  if (isSelected('reach')) add(await benchReach(postgres.url));
  if (isSelected('console', ...consoleBenches)) {
    const isChosen = (name: string) => isSelected('console', name);
    for await (const figures of benchConsole(postgres.url, isChosen)) add(...figures);
  }
  if (artifact && isSelected('commands')) add(...(await benchCommands(postgres.url, artifact)));
  if (isSelected(...agentBenches)) await benchAgent(postgres.url);
  for (const size of listSizes) {
    if (!chosen.includes(size.name)) continue;
    for await (const figure of benchLists(postgres.url, size)) add(figure);
  }
  for (const size of fleetSizes) {
    if (!['fleet', `fleet-${size.executors}`].some((name) => chosen.includes(name))) continue;
    for await (const figure of benchFleet(postgres, size)) add(figure);
  }
} finally {
  await postgres.stop();
}
writeRun();

/** Writes the run beside the earlier ones, and prints how it differs from the recorded figures. */
function writeRun(): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  const run: Run = {
    at: startedAt,
    commit: `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : '+'}`,
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
    },
    conditions: [atStart, conditions()],
    figures,
  };
  const folder = join(import.meta.dirname, '../build/bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${startedAt.replaceAll(':', '-')}.json`);
  writeFileSync(path, `${JSON.stringify(run, null, 2)}\n`);
  for (const { load, emptyNode } of run.conditions)
    say(
      `load ${load.toFixed(1)}, node -e 0: ${emptyNode.wallMs.toFixed(0)} ms, ${emptyNode.processorMs.toFixed(0)} ms of processor time`,
    );
  say(`commit ${run.commit}, ${JSON.stringify(run.machine)}\nwritten to ${path}`);
  for (const { what, recorded, measured } of differences(readResults(), figures))
    say(`differs by more than 20 %: ${what}: recorded ${shownNumber(recorded)}, now ${shownNumber(measured)}`);
}

/** Benches that need a Docker engine. */
async function benchAgent(postgresUrl: string): Promise<void> {
  const engine = await ensureEngine({ say, signal });
  try {
    const { images } = await ensureClientImages({ socketPath: engine.socketPath, say, signal, prefer: 'stand-in' });
    if (artifact && isSelected('start', 'idle', 'many', 'outage'))
      await benchRelease(postgresUrl, engine.socketPath, images, artifact);
    if (!isSelected('deploy', 'block', 'seed')) return;
    const host = await startHost(postgresUrl, engine.socketPath, images);
    try {
      if (isSelected('deploy')) add(...(await benchDeploy(host)));
      if (isSelected('block')) add(...(await benchBlocks(host)));
      if (isSelected('seed')) add(await benchSeed(host));
    } finally {
      await host.destroy();
    }
  } finally {
    await engine.stop();
  }
}

/** The agent as installed on hosts. */
async function benchRelease(
  postgresUrl: string,
  engineSocket: string,
  images: Record<string, string>,
  artifact: Artifact,
): Promise<void> {
  if (isSelected('many')) add(...(await benchMany(postgresUrl, engineSocket, images, artifact)));
  if (isSelected('outage')) add(...(await benchOutage(postgresUrl, engineSocket, images, artifact)));
  if (!isSelected('start', 'idle')) return;
  const host = await startHost(postgresUrl, engineSocket, images, artifact);
  try {
    if (isSelected('start')) add(...(await benchStart(host)));
    if (isSelected('idle')) for await (const figure of benchIdle(host)) add(figure);
  } finally {
    await host.destroy();
  }
}
