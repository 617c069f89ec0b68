import type { Command } from 'commander';
import { queryAgent } from '../../agent/admin-socket/client.ts';
import type { AgentStatus } from '../../agent/admin-socket/status.ts';
import type { DiskStatus } from '../../agent/disk/disk-guard.ts';
import { counted } from '../../text/counted.ts';
import { isRollbackId } from '../../upgrade/order.ts';
import { toCommandError } from '../command-error.ts';
import { daysLeft, growth } from '../disk-text.ts';
import { age, gibibytes, print, tableLines } from '../output.ts';
import { type DataDirOptions, withDataDir } from './data-dir.ts';

export function register(agent: Command): void {
  withDataDir(agent.command('status').description('show the status of this host’s agent')).action(showStatus);
}

async function showStatus(options: DataDirOptions): Promise<void> {
  const status = await queryAgent<AgentStatus>(options.dataDir, '/status').catch((error: unknown) => {
    throw toCommandError(error, Error);
  });
  print(status, options, () => statusLines(status));
}

export function statusLines(status: AgentStatus, now = Date.now()): string[] {
  const { name, version, startedAt, controlPlane, revision, outbox, nodes, orphans } = status;
  const dropped = Object.entries(outbox.dropped).map(([kind, count]) => `${count} ${kind}`);
  const oldest = outbox.oldestAt === null ? '' : `, oldest from ${outbox.oldestAt}`;
  return [
    `${name}: agent ${version}, up since ${startedAt} (${age(startedAt, now)})`,
    `control plane: ${controlPlane}, revision ${revision ?? '-'}`,
    `last sync: ${lastSync(status, now)}`,
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
  const progress = request?.progress == null ? '' : `, ${request.progress} %`;
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

const nodeTable = (nodes: AgentStatus['nodes'], now: number): string[] =>
  tableLines(
    ['node', 'network', 'phase', 'since', 'height', 'growth', 'rpc', 'reason'],
    nodes.map(({ name, network, phase, since, height, growthBytesPerDay, endpoint, reason }) => [
      name,
      network,
      phase,
      age(since, now),
      String(height ?? '-'),
      growth(growthBytesPerDay),
      endpoint ?? '-',
      reason ?? '',
    ]),
  );
