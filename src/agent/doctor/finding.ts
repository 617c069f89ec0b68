export type FindingLevel = 'ok' | 'warning' | 'problem';

/** One thing that `satrap agent doctor` looked at. */
export interface Finding {
  check: string;
  /** A `problem` keeps the agent or its nodes from working; a `warning` will some day, or makes them worse. */
  level: FindingLevel;
  message: string;
  /** The command, or the step, that mends it; null where nothing is to be done. */
  remedy: string | null;
}

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message, remedy: null });
export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'warning',
  message,
  remedy,
});
export const problem = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'problem',
  message,
  remedy,
});
