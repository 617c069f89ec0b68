import { randomUUID } from 'node:crypto';
import type { AlertCode } from '../../../contract/types.generated.ts';
import type { TenantKey } from '../../platform/database/database.ts';
import type { IncidentRow } from '../../tables/incidents.ts';
import type { Thresholds } from '../../tables/notifications.ts';
import type { Policies } from '../notifications/settings.ts';
import { ruleCatalog } from './rules/catalog.ts';
import type { Judgement, Subject, SubjectJudgements } from './rules/facts.ts';

/** Columns that rules write; people and the database write the others. */
export type RuleColumns = Omit<IncidentRow, 'sequence' | 'acknowledgedAt' | 'acknowledgedBy' | 'note'>;

/** Seconds between updates of a message whose figures change. */
const updateInterval = 60;

interface StepInput {
  code: AlertCode;
  subject: Subject;
  /** The pending or open incident. */
  present: RuleColumns | undefined;
  judgement: Judgement;
  thresholds: Thresholds;
  now: Date;
  /** Whether the rules did not run for a while, so that delays start again. */
  afterGap: boolean;
}

/**
 * Returns the next row of one rule's incident for one subject, `drop` to delete it, or null for no change. A condition
 * must last before it opens an incident and be gone before it closes one; an unknown condition does neither.
 */
export function stepIncident(input: StepInput): RuleColumns | 'drop' | null {
  const { code, subject, present, judgement, thresholds, now, afterGap } = input;
  const { severity, openAfter, closeAfter } = ruleCatalog[code];
  const isDue = (since: Date, seconds: number) => now.getTime() - since.getTime() >= seconds * 1000;
  const condition = judgement === 'unknown' ? null : judgement;
  const delay = condition?.openAfter ?? openAfter(thresholds);
  const described = condition && {
    message: condition.message,
    data: condition.data,
    severity: condition.severity ?? severity,
  };
  const opened = { status: 'open', openedAt: now } as const;
  if (present === undefined)
    return described && { ...newRow(code, subject, now), ...described, ...(delay === 0 ? opened : {}) };
  if (present.status === 'pending') {
    if (condition === null) return 'drop';
    if (afterGap) return { ...present, startedAt: now };
    return isDue(present.startedAt, delay) ? { ...present, ...described, ...opened, updatedAt: now } : null;
  }
  const { clearSince } = present;
  if (judgement === 'unknown') return clearSince && { ...present, clearSince: null };
  if (condition !== null) {
    const isNews = present.message !== condition.message && isDue(present.updatedAt, updateInterval);
    return clearSince !== null || isNews ? { ...present, ...described, clearSince: null, updatedAt: now } : null;
  }
  if (closeAfter > 0) {
    if (clearSince === null || afterGap) return { ...present, clearSince: now };
    if (!isDue(clearSince, closeAfter)) return null;
  }
  return { ...present, status: 'closed', closedAt: now, updatedAt: now };
}

const newRow = (code: AlertCode, subject: Subject, now: Date): RuleColumns => ({
  id: randomUUID(),
  organizationId: subject.organizationId,
  code,
  severity: ruleCatalog[code].severity,
  status: 'pending',
  message: '',
  data: {},
  subjectType: subject.type,
  subjectId: subject.id,
  subjectName: subject.name,
  executorId: subject.executorId,
  startedAt: now,
  openedAt: null,
  updatedAt: now,
  clearSince: null,
  closedAt: null,
  notified: false,
});

export interface IncidentChange {
  kind: 'opened' | 'closed' | 'acknowledged';
  row: RuleColumns;
}

interface PlanInput extends Pick<StepInput, 'now' | 'afterGap'> {
  judged: readonly SubjectJudgements[];
  present: readonly RuleColumns[];
  policies: Policies;
}

interface Plan {
  drops: TenantKey[];
  stores: RuleColumns[];
  changes: IncidentChange[];
}

const keyOf = (organizationId: string, subjectId: string, code: string) => `${organizationId} ${subjectId} ${code}`;

export function planChanges({ judged, present, policies, now, afterGap }: PlanInput): Plan {
  const left = new Map(present.map((row) => [keyOf(row.organizationId, row.subjectId, row.code), row]));
  const found: Pick<StepInput, 'code' | 'judgement' | 'subject' | 'present'>[] = [];
  for (const { subject, judgements } of judged) {
    for (const code of Object.keys(judgements) as (keyof typeof judgements)[]) {
      const judgement = judgements[code] ?? null;
      const key = keyOf(subject.organizationId, subject.id, code);
      const row = left.get(key);
      left.delete(key);
      // By far the most common case: thousands of nodes are judged by every rule.
      if (row === undefined && (judgement === null || judgement === 'unknown')) continue;
      found.push({ code, subject, present: row, judgement });
    }
  }
  // Deleted and stopped objects are not judged.
  for (const row of left.values()) {
    const { code, subjectType: type, subjectId: id, subjectName: name, organizationId, executorId } = row;
    found.push({ code, subject: { type, id, name, organizationId, executorId }, present: row, judgement: null });
  }
  const plan: Plan = { drops: [], stores: [], changes: [] };
  for (const { code, subject, present: before, judgement } of found) {
    const nodeId = subject.type === 'node' ? subject.id : undefined;
    const thresholds = policies.thresholdsFor(subject.organizationId, nodeId);
    const after = stepIncident({ code, subject, present: before, judgement, thresholds, now, afterGap });
    if (after === null) continue;
    if (after === 'drop') {
      if (before !== undefined) plan.drops.push(before);
      continue;
    }
    const opens = after.status === 'open' && before?.status !== 'open';
    const row = opens ? { ...after, notified: nodeId === undefined || !policies.isMuted(subject, now) } : after;
    plan.stores.push(row);
    if (opens) plan.changes.push({ kind: 'opened', row });
    if (row.status === 'closed') plan.changes.push({ kind: 'closed', row });
  }
  return plan;
}
