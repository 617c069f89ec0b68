import type { FullReport } from '../../contract/full-report.ts';
import type { InputLimit } from '../../contract/input-limit.ts';
import { inputLimits, type LimitedType } from '../../contract/input-limits.generated.ts';
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
import { fitText } from '../../text/fit-text.ts';
import { printable } from '../../text/printable.ts';
import { shorten } from '../../text/shorten.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Installation } from '../store/installation.ts';

export interface ExecutorParts {
  kind: ExecutorKind;
  version: string;
  settings: Pick<AgentSettings, 'name' | 'channel'>;
  installation: Installation;
  desired: DesiredState;
  capabilities: { read(): Promise<ExecutorCapabilitiesInput> };
  resources: { read(): Promise<ExecutorResourcesInput> };
  rotation: { warning: string | null };
  upgrades: { upgradability(): UpgradabilityInput; report(): UpgradeReportInput | null };
  takeover: { held(): HeldStateInput | undefined };
  sessions: { report(): ObservedNodeInput[]; orphans: OrphanedNodeInput[] };
}

/** Returns a heartbeat's report of this executor. Never waits for work on nodes. */
export async function describeExecutor(parts: ExecutorParts): Promise<FullReport> {
  const { kind, version, settings, installation, desired } = parts;
  const { warning: keyWarning } = parts.rotation;
  const upgradability = parts.upgrades.upgradability();
  const upgrade = parts.upgrades.report();
  const held = parts.takeover.held();
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
      nodes: parts.sessions.report(),
      orphans: parts.sessions.orphans,
    }),
  };
}

const { keyWarning: keyWarningLimit } = inputLimits.SyncExecutorInput;

/** Cuts texts and lists, such as long log lines, to the control plane's limits: it would refuse the heartbeat. */
export const fitInput = <Input extends object>(type: LimitedType, input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).map(([field, value]) => [field, fitValue(limitsOf(type)[field], value)]),
  ) as Input;

const limitsOf = (type: LimitedType): Record<string, InputLimit> => inputLimits[type];

function fitValue(limit: InputLimit | undefined, value: unknown): unknown {
  if (limit === undefined || value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.slice(0, limit.maxItems).map((item) => fitValue(limit, item));
  if (limit.type !== undefined) return fitInput(limit.type as LimitedType, value);
  if (typeof value !== 'string' || limit.format !== undefined) return value;
  if (limit.line !== undefined) return fitText(printable(value), limit.line) || (limit.minLength ? 'unknown' : '');
  return limit.text === undefined ? value : fitText(value, limit.text);
}
