import { randomUUID } from 'node:crypto';
import type { AlertCode } from '../../../contract/types.generated.ts';
import type { IncidentRow } from '../../tables/incidents.ts';
import { ruleCatalog } from './rules/catalog.ts';
import type { Condition, Subject } from './rules/judgement.ts';
import type { Step } from './step-incident.ts';

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
