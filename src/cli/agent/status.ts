import type { Command } from 'commander';
import { AgentNotRunning, queryAgent } from '../../agent/admin-socket/client.ts';
import type { AgentStatus } from '../../agent/admin-socket/status.ts';
import type { DiskStatus } from '../../agent/disk/disk-guard.ts';
import type { AgentHealth } from '../../agent/loops/watched-loops.ts';
import type { NodeExplanation } from '../../agent/reconcile/explain.ts';
import { defaultDataDir } from '../../agent/settings/options.ts';
import { counted } from '../../text/counted.ts';
import { isRollbackId } from '../../upgrade/upgrade-files.ts';
import { toCommandError } from '../command-error.ts';
import { defineCommand, jsonOption, option } from '../options.ts';
import { age, daysLeft, explanationLines, gibibytes, growth, type Line, print, table } from '../output.ts';

export function register(agent: Command): void {
  const options = [dataDirOption(), jsonOption] as const;
  defineCommand(agent, 'status', 'show the status of this host’s agent', options).action(async (given) => {
    const status = await orCommandError(queryAgent<AgentStatus>(given.dataDir, '/status'));
    print(status, given, () => statusLines(status));
  });
  const checked = 'check that the agent’s loops run, as GET /healthz does';
  defineCommand(agent, 'health', checked, options)
    .action(async (given) => {
      const health = await orCommandError(queryAgent<AgentHealth>(given.dataDir, '/healthz'));
      print(health, given, () => healthLines(health));
      if (!health.isAlive) process.exitCode = 1;
    })
    .addHelpText('after', '\nExits with 1 if a loop hangs or no agent answers.');
  const explained = 'explain a node: desired state, observed state, next steps';
  defineCommand(agent, 'explain <node>', explained, options).action(async (given, node) => {
    const explanation = await orCommandError(explanationOf(given.dataDir, node));
    print(explanation, given, () => explanationLines(explanation));
  });
}

export const dataDirOption = () =>
  option(
    '--data-dir <directory>',
    'the agent’s data directory',
    String,
    process.env['SATRAP_AGENT_DATA_DIR'] ?? defaultDataDir,
  );

const orCommandError = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw toCommandError(error, Error);
  });

const healthLines = ({ loops }: AgentHealth): string[] =>
  loops.map(({ name, isAlive, silentSeconds, maxSilenceSeconds }) =>
    isAlive ? `${name}: running` : `${name}: hung, silent for ${silentSeconds} s (limit ${maxSilenceSeconds} s)`,
  );

export function statusLines(status: AgentStatus, now = Date.now()): Line[] {
  const { name, version, startedAt, controlPlane, revision, outbox, nodes, orphans } = status;
  const dropped = Object.entries(outbox.dropped).map(([kind, count]) => `${count} ${kind}`);
  const oldest = outbox.oldestAt === null ? '' : `, oldest from ${outbox.oldestAt}`;
  return [
    `${name}: agent ${version}, up since ${startedAt} (${age(startedAt, now)})`,
    `control plane: ${controlPlane}, revision ${revision ?? '-'}`,
    `last sync: ${lastSync(status, now)}`,
    ...(status.areEventsHeldBack
      ? ['events: do not arrive, so changes come with the heartbeats; turn off the buffering of the proxy']
      : []),
    engineLine(status),
    ...keyLines(status),
    ...upgradeLines(status, now),
    `queued: ${counted(outbox.events, 'event')}, ${counted(outbox.samples, 'sample')}${oldest}`,
    ...(dropped.length === 0 ? [] : [`dropped because the outbox was full: ${dropped.join(', ')}`]),
    ...status.disks.map(diskLine),
    '',
    ...(nodes.length === 0 ? ['no nodes'] : nodeTable(nodes, now)),
    ...orphans.map(({ name, nodeId, kept }) =>
      kept
        ? `kept: the chain data of the deleted node ${name} (${nodeId})`
        : `orphaned: ${name} (${nodeId}), left untouched`,
    ),
  ];
}

const diskLine = ({ path, freeMiB, totalMiB, daysUntilFull, stopBelowMiB }: DiskStatus): string =>
  `disk of ${path}: ${gibibytes(freeMiB)} of ${gibibytes(totalMiB)} GiB free${daysUntilFull === null ? '' : `, full in ${daysLeft(daysUntilFull)}`}; ${
    stopBelowMiB === 0
      ? 'daemons keep running until it is full'
      : `daemons are stopped below ${gibibytes(stopBelowMiB)} GiB`
  }`;

/** Key facts that need attention: none for a key that never expires. */
const keyLines = ({ key: { rotateAt, expiresAt, warning } }: AgentStatus): string[] => {
  const facts = [
    ...(expiresAt === null ? [] : [`expires ${expiresAt}`]),
    ...(warning !== null ? [`cannot be rotated: ${warning}`] : rotateAt === null ? [] : [`rotates after ${rotateAt}`]),
  ];
  return facts.length === 0 ? [] : [`API key: ${facts.join(', ')}`];
};

const engineLine = ({ engine }: AgentStatus): string =>
  `engine: ${engine.error === null ? 'reachable' : `unreachable: ${engine.error}`}`;

/** The last check for an upgrade, its state, and the outcome of the last upgrade. */
function upgradeLines({ upgrade }: AgentStatus, now: number): string[] {
  const { lookedAt, why, upgradability, request, last } = upgrade;
  const looked = lookedAt === null ? 'not checked yet' : `checked ${age(lookedAt, now)} ago`;
  const { canUpgrade, reason } = upgradability;
  const obstacle = canUpgrade ? '' : `; upgrades are not possible: ${reason}`;
  const progress = request?.progress == null ? '' : `, ${Math.floor(request.progress * 100)} %`;
  return [
    request === null
      ? `upgrade: ${looked}: ${why}${obstacle}`
      : `upgrade to ${request.targetVersion}: ${request.state}${progress}${request.reason ? `: ${request.reason}` : ''}`,
    ...(last === null
      ? []
      : [
          `last ${isRollbackId(last.requestId) ? 'manual switch' : 'upgrade'}: ${last.fromVersion} to ${last.targetVersion}, ${last.state} ${age(last.at, now)} ago`,
        ]),
  ];
}

function lastSync({ lastSync: { error, succeededAt } }: AgentStatus, now: number): string {
  const ago = succeededAt === null ? null : `${age(succeededAt, now)} ago`;
  return error === null ? (ago ?? 'never') : `failing: ${error} (last success: ${ago ?? 'never'})`;
}

const nodeTable = (nodes: AgentStatus['nodes'], now: number): Line[] =>
  table(nodes, {
    node: 'name',
    network: 'network',
    phase: 'phase',
    since: ({ since }) => age(since, now),
    height: 'height',
    growth: ({ growthBytesPerDay }) => growth(growthBytesPerDay),
    rpc: 'endpoint',
    reason: ({ reason }) => reason ?? '',
  });

/** Asks the running agent; without one, reads its store and asks the engine. */
async function explanationOf(dataDir: string, node: string): Promise<NodeExplanation> {
  try {
    return await queryAgent<NodeExplanation>(dataDir, `/explain?node=${encodeURIComponent(node)}`);
  } catch (error) {
    if (!(error instanceof AgentNotRunning)) throw error;
    const { explainOffline } = await import('../../agent/offline/explain-offline.ts');
    const explanation = await explainOffline(dataDir, node);
    if (explanation === undefined) throw error;
    return explanation;
  }
}
