import type { AgentFigures } from './figures.ts';

export interface Value {
  labels?: Readonly<Record<string, string>>;
  /** Undefined where there is none, which is then not shown. */
  value: number | undefined;
}

/** A metric that is read when somebody asks for it. */
export interface ReadMetric {
  name: string;
  help: string;
  labels: readonly string[];
  read(figures: AgentFigures): readonly Value[];
}
