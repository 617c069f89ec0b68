import type { Policies } from '../notifications/read-policies.ts';
import { applyStep, type RuleColumns } from './apply-step.ts';
import type { SubjectJudgements } from './rules/judgement.ts';
import { stepIncident } from './step-incident.ts';

/** An incident that opened or closed. */
export interface IncidentChange {
  kind: 'opened' | 'closed';
  row: RuleColumns;
}

interface PlanInput {
  judged: readonly SubjectJudgements[];
  present: readonly RuleColumns[];
  policies: Policies;
  now: Date;
  afterGap: boolean;
}

interface Plan {
  drops: string[];
  stores: { row: RuleColumns }[];
  changes: IncidentChange[];
}

const keyOf = (organizationId: string, code: string, subjectId: string): string =>
  JSON.stringify([organizationId, code, subjectId]);

/** Decides what becomes of every incident. Pure, but for new ids. */
export function planChanges({ judged, present, policies, now, afterGap }: PlanInput): Plan {
  const open = new Map(present.map((row) => [keyOf(row.organizationId, row.code, row.subjectId), row]));
  const found = judged.flatMap(({ subject, judgements }) =>
    (Object.keys(judgements) as (keyof typeof judgements)[]).map((code) => {
      const key = keyOf(subject.organizationId, code, subject.id);
      const row = open.get(key);
      open.delete(key);
      return { code, subject, present: row, judgement: judgements[code] ?? null };
    }),
  );
  // Nothing is judged of what is gone, or asked to be down.
  const left = [...open.values()].map((row) => ({
    code: row.code,
    subject: subjectOf(row),
    present: row,
    judgement: null,
  }));
  const plan: Plan = { drops: [], stores: [], changes: [] };
  for (const { code, subject, present: before, judgement } of [...found, ...left]) {
    const nodeId = subject.type === 'node' ? subject.id : undefined;
    const thresholds = policies.thresholdsFor(subject.organizationId, nodeId);
    const step = stepIncident({ code, present: before, judgement, thresholds, now, afterGap });
    if (step === null) continue;
    if (step.kind === 'drop') {
      if (before !== undefined) plan.drops.push(before.id);
      continue;
    }
    const after = applyStep(step, { code, subject, present: before, now });
    const opens = after.status === 'open' && before?.status !== 'open';
    const row = opens ? { ...after, notified: policies.notifies({ ...after, nodeId: nodeId ?? null }, now) } : after;
    plan.stores.push({ row });
    if (opens) plan.changes.push({ kind: 'opened', row });
    if (row.status === 'closed') plan.changes.push({ kind: 'closed', row });
  }
  return plan;
}

const subjectOf = ({ subjectType, subjectId, subjectName, organizationId, executorId }: RuleColumns) => ({
  type: subjectType,
  id: subjectId,
  name: subjectName,
  organizationId,
  executorId,
});
