import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../api/use-api.tsx';
import { explainError } from '../display/explain-error.ts';
import { RequestUpgradeDocument } from './operations.generated.ts';
import {
  type Asked,
  type MemberProgress,
  nextStep,
  progressOf,
  type RolloutPlan,
  type RolloutStep,
} from './rollout.ts';
import type { RolloutExecutor } from './shown-upgrade.ts';

/** A plan that is carried out. */
export interface Rollout {
  groups: readonly (readonly MemberProgress[])[];
  step: RolloutStep;
}

/** Asks for the upgrades of a plan, group after group, while the page is open and nobody has halted it. */
export function useRollout(plan: RolloutPlan, executors: readonly RolloutExecutor[], isHalted: boolean): Rollout {
  const api = useApi();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>({});
  const isAsking = useRef(false);
  const groups = progressOf(plan, executors, asked);
  const step = nextStep(groups);
  const next = step.kind === 'ask' && !isHalted ? step.ids.join(' ') : '';
  useEffect(() => {
    if (next === '' || isAsking.current) return;
    isAsking.current = true;
    const ask = async () => {
      const answers: Record<string, string | null> = {};
      for (const executorId of next.split(' ')) {
        try {
          await api.mutate(RequestUpgradeDocument, { executorId, targetVersion: plan.targetVersion });
          answers[executorId] = null;
        } catch (error) {
          const { title, advice } = explainError(error);
          answers[executorId] = `${title}: ${advice}`;
        }
      }
      isAsking.current = false;
      setAsked((former) => ({ ...former, ...answers }));
      await queries.invalidateQueries();
    };
    void ask();
  }, [next, api, queries, plan.targetVersion]);
  return { groups, step };
}
