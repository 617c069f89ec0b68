import type { AlertCode, AlertSeverity, AlertSubjectType } from '../../../../contract/types.generated.ts';

/** A condition that holds. */
export interface Condition {
  /** What is the matter, for people. */
  message: string;
  /** The same for programs. */
  data: Record<string, unknown>;
  /** In place of the delay of the rule, in seconds. */
  openAfter?: number;
  /** In place of that of the rule. */
  severity?: AlertSeverity;
}

/** What a rule finds: a condition, null when it does not hold, or `unknown` when it cannot be judged now. */
export type Judgement = Condition | null | 'unknown';

/** What each of some rules finds of one subject. */
export type Judgements = Partial<Record<AlertCode, Judgement>>;

/** What an incident is about. */
export interface Subject {
  type: AlertSubjectType;
  id: string;
  organizationId: string;
  name: string;
  executorId: string | null;
}

/** What all rules find of one subject. */
export interface SubjectJudgements {
  subject: Subject;
  judgements: Judgements;
}
