import { maxKeyWarningLength } from '../../contract/limits.ts';
import type {
  ExecutorCapabilitiesInput,
  ExecutorKind,
  ExecutorResourcesInput,
  ObservedNodeInput,
  OrphanedNodeInput,
  UpgradabilityInput,
  UpgradeReportInput,
} from '../../contract/types.generated.ts';
import { printable } from '../../text/printable.ts';
import { shorten } from '../../text/shorten.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Installation } from '../store/installation.ts';
import type { ExecutorReport } from './executor-report.ts';
import { fitReport } from './fit-report.ts';

export interface ExecutorParts {
  kind: ExecutorKind;
  version: string;
  settings: Pick<AgentSettings, 'name' | 'channel'>;
  installation: Installation;
  desired: DesiredState;
  capabilities: { read(): Promise<ExecutorCapabilitiesInput> };
  resources: { read(): Promise<ExecutorResourcesInput> };
  /** Why the key cannot be rotated; null where all is well. */
  keyWarning(): string | null;
  /** Whether the agent can be upgraded, and how far the upgrade is that was asked for. */
  upgrades: { upgradability(): UpgradabilityInput; report(): UpgradeReportInput | null };
  /** Both are empty before it is known which executor this is. */
  nodes(): ObservedNodeInput[];
  orphans(): OrphanedNodeInput[];
}

/** What this agent can do beyond what every agent can. */
const agentFeatures = [
  'explain',
  'log-follow',
  'reindex',
  'seed',
  'rpc-rotation',
  'rpc-call',
  'zmq',
  'data-roots',
] as const;

/** Returns what a heartbeat says about this executor. Never waits for work on nodes. */
export async function describeExecutor(parts: ExecutorParts): Promise<ExecutorReport> {
  const { kind, version, settings, installation, desired } = parts;
  const keyWarning = parts.keyWarning();
  const upgrade = parts.upgrades.report();
  const [capabilities, resources] = await Promise.all([parts.capabilities.read(), parts.resources.read()]);
  return {
    name: settings.name,
    kind,
    version,
    channel: settings.channel,
    instanceId: installation.instanceId,
    capabilities,
    resources,
    knownRevision: desired.revision ?? null,
    features: [...agentFeatures],
    upgradability: onOneLine(parts.upgrades.upgradability()),
    ...(upgrade === null ? {} : { upgrade }),
    ...(keyWarning === null ? {} : { keyWarning: shorten(printable(keyWarning).trim(), maxKeyWarningLength) }),
    ...fitReport({ nodes: parts.nodes(), orphans: parts.orphans() }),
  };
}

/** The words of an engine, or of TLS, may hold line breaks, for which a control plane refuses the heartbeat as a whole. */
const onOneLine = ({ reason, ...said }: UpgradabilityInput): UpgradabilityInput =>
  reason == null ? said : { ...said, reason: printable(reason).trim() };
