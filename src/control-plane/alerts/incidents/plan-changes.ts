import type { Policies } from '../notifications/read-settings.ts';
import type { Subject, SubjectJudgements } from './rules/facts.ts';
import { applyStep, type RuleColumns, type StepInput, stepIncident } from './step-incident.ts';

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
  drops: string[];
  stores: RuleColumns[];
  changes: IncidentChange[];
}

const keyOf = (organizationId: string, subjectId: string) => `${organizationId} ${subjectId}`;

/** Decides the next step of every incident. */
export function planChanges({ judged, present, policies, now, afterGap }: PlanInput): Plan {
  const open = new Map<string, Map<string, RuleColumns>>();
  for (const row of present) {
    const key = keyOf(row.organizationId, row.subjectId);
    open.set(key, (open.get(key) ?? new Map()).set(row.code, row));
  }
  const found: (Pick<StepInput, 'code' | 'judgement'> & { subject: Subject; present: RuleColumns | undefined })[] = [];
  for (const { subject, judgements } of judged) {
    const ofSubject = open.get(keyOf(subject.organizationId, subject.id));
    for (const code of Object.keys(judgements) as (keyof typeof judgements)[]) {
      const row = ofSubject?.get(code);
      ofSubject?.delete(code);
      const judgement = judgements[code] ?? null;
      // By far the most common case: thousands of nodes are judged by every rule.
      if (row === undefined && (judgement === null || judgement === 'unknown')) continue;
      found.push({ code, subject, present: row, judgement });
    }
  }
  // Deleted and stopped objects are not judged.
  const left = [...open.values()]
    .flatMap((rows) => [...rows.values()])
    .map((row) => ({ code: row.code, subject: subjectOf(row), present: row, judgement: null }));
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
    plan.stores.push(row);
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
