import type { AgentFigures } from './figures.ts';

export interface Value {
  labels?: Readonly<Record<string, string>>;
  value: number | undefined;
}

export interface ReadMetric {
  name: string;
  help: string;
  labels: readonly string[];
  read(figures: AgentFigures): readonly Value[];
}
