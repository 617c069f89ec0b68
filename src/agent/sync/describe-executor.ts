import type { FullReport } from '../../contract/full-report.ts';
import type { InputLimit } from '../../contract/input-limit.ts';
import { inputLimits, type LimitedType } from '../../contract/input-limits.generated.ts';
import type {
  ExecutorCapabilitiesInput,
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
  kind: string;
  version: string;
  settings: Pick<AgentSettings, 'name' | 'channel'>;
  installation: Installation;
  desired: DesiredState;
  capabilities(): Promise<ExecutorCapabilitiesInput>;
  resources(): Promise<ExecutorResourcesInput>;
  rotation: { warning: string | null };
  upgrades: { upgradability(): UpgradabilityInput; report(): UpgradeReportInput | null };
  takeover: { held(): HeldStateInput | undefined };
  gateway: { digest: string | null };
  sessions: { report(): ObservedNodeInput[]; orphans: OrphanedNodeInput[] };
}

/** Returns a heartbeat's report of this executor. Never waits for work on nodes. */
export async function describeExecutor(parts: ExecutorParts): Promise<FullReport> {
  const { kind, version, settings, installation, desired } = parts;
  const { warning: keyWarning } = parts.rotation;
  const upgradability = parts.upgrades.upgradability();
  const upgrade = parts.upgrades.report();
  const held = parts.takeover.held();
  const [capabilities, resources] = await Promise.all([parts.capabilities(), parts.resources()]);
  return {
    name: settings.name,
    kind,
    version,
    channel: settings.channel,
    instanceId: installation.instanceId,
    capabilities,
    resources,
    knownRevision: desired.revision ?? null,
    ...(parts.gateway.digest === null ? {} : { gatewayDigest: parts.gateway.digest }),
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
export function fitInput<Input extends object>(type: LimitedType, input: Input): Input {
  const limits: Record<string, InputLimit> = inputLimits[type];
  const fitted: Record<string, unknown> = Object.assign<Record<string, unknown>, Input>({}, input);
  for (const field in fitted) {
    const limit = limits[field];
    if (limit !== undefined) fitted[field] = fitValue(limit, fitted[field]);
  }
  return fitted as Input;
}

/** Most texts, which are the ids and words of this program. */
const harmless = /^[\x20-\x7e]+$/;

function fitValue(limit: InputLimit, value: unknown): unknown {
  if (typeof value === 'string') return limit.format === undefined ? fitLine(limit, value) : value;
  if (Array.isArray(value)) return value.slice(0, limit.maxItems).map((item) => fitValue(limit, item));
  if (limit.type === undefined || value === null || value === undefined) return value;
  return fitInput(limit.type as LimitedType, value);
}

function fitLine({ line, text, minLength }: InputLimit, value: string): string {
  const maxLength = line ?? text;
  if (maxLength === undefined || (value.length <= maxLength && harmless.test(value))) return value;
  return line === undefined ? fitText(value, text) : fitText(printable(value), line) || (minLength ? 'unknown' : '');
}
