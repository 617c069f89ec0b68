import { randomUUID } from 'node:crypto';
import type { AlertCode } from '../../../contract/types.generated.ts';
import type { IncidentRow } from '../../tables/incidents.ts';
import type { Thresholds } from '../../tables/notifications.ts';
import { ruleCatalog } from './rules/catalog.ts';
import type { Condition, Judgement, Subject } from './rules/facts.ts';

export type Present = Pick<IncidentRow, 'status' | 'startedAt' | 'updatedAt' | 'clearSince' | 'message'>;

/** Seconds between updates of a message whose figures change. */
const updateInterval = 60;

/** The next step of an incident; null for none. */
type Step =
  | { kind: 'begin'; opens: boolean; condition: Condition }
  | { kind: 'open'; condition: Condition }
  | { kind: 'update'; condition: Condition }
  | { kind: 'restart' }
  | { kind: 'clear' }
  | { kind: 'drop' }
  | { kind: 'close' }
  | null;

export interface StepInput {
  code: AlertCode;
  present: Present | undefined;
  judgement: Judgement;
  thresholds: Thresholds;
  now: Date;
  /** Whether the rules did not run for a while, so that delays start again. */
  afterGap: boolean;
}

/**
 * Decides the next step of one rule's incident for one subject. A condition must last before it opens an incident and
 * be gone before it closes one; an unknown condition does neither.
 */
export function stepIncident({ code, present, judgement, thresholds, now, afterGap }: StepInput): Step {
  const { openAfter, closeAfter } = ruleCatalog[code];
  const isDue = (since: Date, seconds: number) => now.getTime() - since.getTime() >= seconds * 1000;
  if (present === undefined || present.status === 'closed') {
    if (judgement === null || judgement === 'unknown') return null;
    return { kind: 'begin', opens: (judgement.openAfter ?? openAfter(thresholds)) === 0, condition: judgement };
  }
  if (present.status === 'pending') {
    // Restart the delay after a gap.
    if (judgement === null || judgement === 'unknown') return { kind: 'drop' };
    if (afterGap) return { kind: 'restart' };
    const isOpen = isDue(present.startedAt, judgement.openAfter ?? openAfter(thresholds));
    return isOpen ? { kind: 'open', condition: judgement } : null;
  }
  if (judgement === 'unknown') return present.clearSince === null ? null : { kind: 'restart' };
  if (judgement !== null) {
    if (present.clearSince !== null) return { kind: 'update', condition: judgement };
    const isNews = present.message !== judgement.message && isDue(present.updatedAt, updateInterval);
    return isNews ? { kind: 'update', condition: judgement } : null;
  }
  if (closeAfter === 0) return { kind: 'close' };
  if (present.clearSince === null || afterGap) return { kind: 'clear' };
  return isDue(present.clearSince, closeAfter) ? { kind: 'close' } : null;
}

/** Columns that rules write; people and the database write the others. */
export type RuleColumns = Omit<IncidentRow, 'sequence' | 'acknowledgedAt' | 'acknowledgedBy' | 'note'>;

export function applyStep(
  step: NonNullable<Exclude<Step, { kind: 'drop' }>>,
  { code, subject, present, now }: { code: AlertCode; subject: Subject; present: RuleColumns | undefined; now: Date },
): RuleColumns {
  const row = present ?? newRow(code, subject, now);
  switch (step.kind) {
    case 'begin':
      return { ...row, ...described(code, step.condition), ...(step.opens ? opened(now) : {}) };
    case 'open':
      return { ...row, ...described(code, step.condition), ...opened(now), updatedAt: now };
    case 'update':
      return { ...row, ...described(code, step.condition), clearSince: null, updatedAt: now };
    case 'restart':
      return row.status === 'pending' ? { ...row, startedAt: now } : { ...row, clearSince: null };
    case 'clear':
      return { ...row, clearSince: now };
    case 'close':
      return { ...row, status: 'closed', closedAt: now, updatedAt: now };
  }
}

const opened = (now: Date) => ({ status: 'open', openedAt: now }) as const;
const described = (code: AlertCode, { message, data, severity = ruleCatalog[code].severity }: Condition) => ({
  ...{ message, data, severity },
});

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
