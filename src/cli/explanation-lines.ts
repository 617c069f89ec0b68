/** A node's explanation, from its agent or from the control plane. */
export interface PrintedExplanation {
  node: { id: string; name: string };
  desired: readonly string[];
  observed: readonly string[];
  steps: readonly { action: string; why: string }[];
  waitingFor?: string | null;
}

export function explanationLines({ node, desired, observed, steps, waitingFor }: PrintedExplanation): string[] {
  const plan = steps.map(({ action, why }) => `${action}, because ${why}`);
  const section = (title: string, lines: readonly string[]) => [`${title}:`, ...lines.map((line) => `  ${line}`)];
  return [
    `${node.name} (${node.id})`,
    ...section('desired', desired),
    ...section('observed', observed),
    ...section('plan', plan.length === 0 ? ['nothing to do'] : plan),
    ...(waitingFor == null ? [] : [`waits for: ${waitingFor}`]),
  ];
}
