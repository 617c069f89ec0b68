import type { FullReport } from '../../contract/full-report.ts';
import { inputLimits } from '../../contract/input-limits.generated.ts';
import type {
  ExecutorCapabilitiesInput,
  ExecutorKind,
  ExecutorResourcesInput,
  HeldStateInput,
  ObservedNodeInput,
  OrphanedNodeInput,
  UpgradabilityInput,
  UpgradeReportInput,
} from '../../contract/types.generated.ts';
import { shorten } from '../../text/shorten.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Installation } from '../store/installation.ts';
import { fitInput } from './fit-input.ts';

export interface ExecutorParts {
  kind: ExecutorKind;
  version: string;
  settings: Pick<AgentSettings, 'name' | 'channel'>;
  installation: Installation;
  desired: DesiredState;
  capabilities: { read(): Promise<ExecutorCapabilitiesInput> };
  resources: { read(): Promise<ExecutorResourcesInput> };
  keyWarning(): string | null;
  upgrades: { upgradability(): UpgradabilityInput; report(): UpgradeReportInput | null };
  /** What another control plane could take over; undefined while there is nothing. */
  held(): HeldStateInput | undefined;
  /** Both are empty before it is known which executor this is. */
  nodes(): ObservedNodeInput[];
  orphans(): OrphanedNodeInput[];
}

/** Returns what a heartbeat says about this executor. Never waits for work on nodes. */
export async function describeExecutor(parts: ExecutorParts): Promise<FullReport> {
  const { kind, version, settings, installation, desired } = parts;
  const keyWarning = parts.keyWarning();
  const upgradability = parts.upgrades.upgradability();
  const upgrade = parts.upgrades.report();
  const held = parts.held();
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
    ...(held === undefined ? {} : { held }),
    ...fitInput('SyncExecutorInput', {
      upgradability: upgradability.reason ? { ...upgradability, reason: upgradability.reason.trim() } : upgradability,
      ...(upgrade === null ? {} : { upgrade }),
      ...(keyWarning === null ? {} : { keyWarning: shorten(keyWarning.trim(), keyWarningLimit.line) }),
      nodes: parts.nodes(),
      orphans: parts.orphans(),
    }),
  };
}

const { keyWarning: keyWarningLimit } = inputLimits.SyncExecutorInput;
