import type { GraphQLError } from 'graphql';
import { domainError, type Issue } from '../../platform/input/errors.ts';

/** Some executors are in the way of a rollout. One reason stands for itself; several are found in the issues. */
export const notPossible = (summary: string, issues: readonly Issue[]): GraphQLError =>
  domainError('rollout_not_possible', issues.length === 1 ? (issues[0]?.message ?? summary) : summary, issues);
