/** One result of a check of a host: of `satrap agent doctor`, or `satrap control-plane doctor`. */
export interface Finding {
  check: string;
  /** A `problem` keeps the program or its nodes from working; a `warning` may do so later or degrades them. */
  level: 'ok' | 'warning' | 'problem';
  message: string;
  /** The command or step that fixes it; null if there is nothing to do. */
  remedy: string | null;
}

/** Null for a check that does not apply. */
export type Judged = Finding | null;

const finding =
  (level: Finding['level']) =>
  (check: string, message: string, remedy: string): Finding => ({ check, level, message, remedy });

export const ok = (check: string, message: string): Finding => ({ check, level: 'ok', message, remedy: null });
export const warning = finding('warning');
export const problem = finding('problem');
