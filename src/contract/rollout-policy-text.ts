import { counted } from '../text/counted.ts';
import { formatDuration } from '../text/format-duration.ts';
import { windowsText } from './maintenance-text.ts';
import type { NodeRolloutPolicyInput } from './types.generated.ts';

/** What a policy asks for, in words that complete a sentence about the rollout. */
export function policyTexts({ budget, canary, rehearse, ...when }: NodeRolloutPolicyInput): string[] {
  const texts: string[] = rehearse === true ? ['each rehearsed on a copy of its data'] : [];
  if (canary != null) texts.push(`the first ${canary.count} soaking for ${formatDuration(canary.soakSeconds ?? 3600)}`);
  if (budget != null) {
    const per = budget.per ?? [];
    texts.push(`${budget.keepAvailable} kept available${per.length === 0 ? '' : ` per ${per.join(' and ')}`}`);
  }
  return [...texts, ...whenTexts(when), ...gateTexts(when)];
}

function whenTexts({ outsideWindows, windows, height }: NodeRolloutPolicyInput): string[] {
  const { at, avoid, within } = height ?? {};
  return [
    ...(outsideWindows === true ? ['at any hour, outside of maintenance windows too'] : []),
    ...(windows == null ? [] : [`only ${windowsText(windows)}`]),
    ...(at == null ? [] : [`from height ${at}`]),
    ...(avoid == null ? [] : [`not within ${within ?? 144} blocks of height ${avoid}`]),
  ];
}

function gateTexts({ gate }: NodeRolloutPolicyInput): string[] {
  const { maxBlocksBehind, minPeers, maxMemoryPercent } = gate ?? {};
  return [
    ...(maxBlocksBehind == null ? [] : [`each at most ${counted(maxBlocksBehind, 'block')} behind`]),
    ...(minPeers == null ? [] : [`each with ${counted(minPeers, 'peer')}`]),
    ...(maxMemoryPercent == null ? [] : [`each within ${maxMemoryPercent} % of its memory`]),
  ];
}
