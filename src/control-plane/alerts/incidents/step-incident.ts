import { randomUUID } from 'node:crypto';
import type { AlertCode } from '../../../contract/types.generated.ts';
import type { IncidentRow } from '../../tables/incidents.ts';
import type { Thresholds } from '../../tables/thresholds.ts';
import { ruleCatalog } from './rules/catalog.ts';
import type { Condition, Judgement, Subject } from './rules/facts.ts';

/** The part of an incident's row that decides what follows. */
export type Present = Pick<IncidentRow, 'status' | 'startedAt' | 'updatedAt' | 'clearSince' | 'message'>;

/** Figures in a message change all the time; the row follows them at this interval, in seconds. */
const updateInterval = 60;

/** What becomes of an incident; null when nothing does. */
export type Step =
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
  /** What there is of it; undefined for nothing. */
  present: Present | undefined;
  judgement: Judgement;
  thresholds: Thresholds;
  now: Date;
  /** Whether nobody looked for a while: what was pending or clear before says nothing of the time in between. */
  afterGap: boolean;
}

/**
 * Decides what becomes of the incident of one rule and one subject. A condition opens it only after it lasted as long as the rule asks, and
 * closes it only after it was gone as long; what cannot be judged does neither. Pure.
 */
export function stepIncident({ code, present, judgement, thresholds, now, afterGap }: StepInput): Step {
  const { openAfter, closeAfter } = ruleCatalog[code];
  const isDue = (since: Date, seconds: number) => now.getTime() - since.getTime() >= seconds * 1000;
  if (present === undefined || present.status === 'closed') {
    if (judgement === null || judgement === 'unknown') return null;
    return { kind: 'begin', opens: (judgement.openAfter ?? openAfter(thresholds)) === 0, condition: judgement };
  }
  if (present.status === 'pending') {
    // A wait that nobody watched begins again.
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

/** The columns that rules write. People write the others, and databases number the rows. */
export type RuleColumns = Omit<IncidentRow, 'sequence' | 'acknowledgedAt' | 'acknowledgedBy' | 'note'>;

/** Returns the row after a step. Pure but for the id of a new one. */
export function applyStep(
  step: NonNullable<Exclude<Step, { kind: 'drop' }>>,
  { code, subject, present, now }: { code: AlertCode; subject: Subject; present: RuleColumns | undefined; now: Date },
): RuleColumns {
  const row = present ?? newRow(code, subject, now);
  switch (step.kind) {
    case 'begin':
      return { ...row, ...described(step.condition), ...(step.opens ? opened(now) : {}) };
    case 'open':
      return { ...row, ...described(step.condition), ...opened(now), updatedAt: now };
    case 'update':
      return { ...row, ...described(step.condition), clearSince: null, updatedAt: now };
    case 'restart':
      return row.status === 'pending' ? { ...row, startedAt: now } : { ...row, clearSince: null };
    case 'clear':
      return { ...row, clearSince: now };
    case 'close':
      return { ...row, status: 'closed', closedAt: now, updatedAt: now };
  }
}

const opened = (now: Date) => ({ status: 'open', openedAt: now }) as const;
const described = ({ message, data }: Condition) => ({ message, data });

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
