import { capitalized } from '../text/capitalized.ts';

/** Returns the name of an alert rule for people, such as `Host offline` for `executor_offline`. */
export const ruleTitle = (code: string): string => capitalized(code.replace('executor', 'host').replaceAll('_', ' '));
