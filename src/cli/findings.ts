import type { Finding } from '../contract/finding.ts';

const signs = { ok: '✓', warning: '!', problem: '✗' } as const;

/** Formats findings as text, problems last. */
export function findingLines(findings: readonly Finding[]): string[] {
  const order = ['ok', 'warning', 'problem'];
  return findings
    .toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
    .flatMap(({ check, level, message, remedy }) => [
      ...`${signs[level]} ${check}: ${message}`.replaceAll('\n', '\n      ').split('\n'),
      ...(remedy === null ? [] : [`    ${remedy}`]),
    ]);
}
