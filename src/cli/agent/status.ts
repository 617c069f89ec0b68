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
  withDataDir(agent.command('status').description('show what the agent of this host does')).action(showStatus);
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
  const oldest = outbox.oldestAt === null ? '' : `, the oldest of ${outbox.oldestAt}`;
  return [
    `${name}: agent ${version}, up since ${startedAt} (${age(startedAt, now)})`,
    `control plane: ${controlPlane}, revision ${revision ?? 'none yet'}`,
    `last sync: ${lastSync(status, now)}`,
    engineLine(status),
    ...keyLines(status),
    ...upgradeLines(status, now),
    `to be sent: ${counted(outbox.events, 'event')}, ${counted(outbox.samples, 'sample')}${oldest}`,
    ...(dropped.length === 0 ? [] : [`dropped because the outbox was full: ${dropped.join(', ')}`]),
    ...status.disks.map(diskLine),
    '',
    ...(nodes.length === 0 ? ['no nodes'] : nodeTable(nodes, now)),
    ...orphans.map(({ name, nodeId, kept }) =>
      kept
        ? `kept as asked: the chain data of ${name} (${nodeId}), which is deleted`
        : `orphaned: ${name} (${nodeId}), left untouched`,
    ),
  ];
}

const diskLine = ({ path, freeMiB, totalMiB, daysUntilFull, stopBelowMiB }: DiskStatus): string =>
  `disk of ${path}: ${gibibytes(freeMiB)} of ${gibibytes(totalMiB)} GiB free${daysUntilFull === null ? '' : `, full in ${daysLeft(daysUntilFull)}`}; ${
    stopBelowMiB === 0 ? 'no daemon is stopped before' : `daemons are stopped below ${gibibytes(stopBelowMiB)} GiB`
  }`;

/** What an operator must know of the key: nothing for one without an end. */
const keyLines = ({ key: { rotateAt, expiresAt, warning } }: AgentStatus): string[] => {
  const facts = [
    ...(expiresAt === null ? [] : [`ends ${expiresAt}`]),
    ...(warning !== null ? [`cannot be rotated: ${warning}`] : rotateAt === null ? [] : [`replaced after ${rotateAt}`]),
  ];
  return facts.length === 0 ? [] : [`API key: ${facts.join(', ')}`];
};

const engineLine = ({ engine }: AgentStatus): string =>
  `engine: ${engine.error === null ? 'answers' : `does not answer: ${engine.error}`}`;

/** When it was last asked whether there is an upgrade, why nothing is done or what is, and how the last one ended. */
function upgradeLines({ upgrade }: AgentStatus, now: number): string[] {
  const { lookedAt, why, upgradability, request, last } = upgrade;
  const looked = lookedAt === null ? 'not asked yet' : `asked ${age(lookedAt, now)} ago`;
  const { canUpgrade, reason } = upgradability;
  const obstacle = canUpgrade ? '' : `; it would be refused: ${reason}`;
  const progress = request?.progress == null ? '' : `, ${request.progress} %`;
  return [
    request === null
      ? `upgrade: ${looked}: ${why}${obstacle}`
      : `upgrade to ${request.targetVersion}: ${request.state}${progress}${request.reason ? `: ${request.reason}` : ''}`,
    ...(last === null
      ? []
      : [
          `last ${isRollbackId(last.requestId) ? 'switch by hand' : 'upgrade'}: ${last.fromVersion} to ${last.targetVersion}, ${last.state} ${age(last.at, now)} ago`,
        ]),
  ];
}

function lastSync({ lastSync: { error, succeededAt } }: AgentStatus, now: number): string {
  const ago = succeededAt === null ? null : `${age(succeededAt, now)} ago`;
  return error === null ? (ago ?? 'none yet') : `failing: ${error} (last success: ${ago ?? 'none'})`;
}

const nodeTable = (nodes: AgentStatus['nodes'], now: number): string[] =>
  tableLines(
    ['node', 'network', 'phase', 'since', 'height', 'grows', 'rpc', 'reason'],
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
