export const stepIds = ['where', 'what', 'resources', 'options', 'review'] as const;
export type StepId = (typeof stepIds)[number];

export const stepLabels: Readonly<Record<StepId, string>> = {
  where: 'Where it runs',
  what: 'What it is',
  resources: 'Resources',
  options: 'Options',
  review: 'What it comes to',
};

/** The fields of a request that each step asks for. */
const fields: Readonly<Record<StepId, readonly string[]>> = {
  where: ['executorId', 'dataRoot', 'adoptData', 'seedFrom'],
  what: ['name', 'network', 'nodeType', 'client', 'clientVersion'],
  resources: ['resources'],
  options: ['overrides'],
  review: [],
};

/** Returns the step that asks for the field which a fault lies in; the last one where it lies in none. Pure. */
export const stepOf = (path: readonly (string | number)[]): StepId =>
  stepIds.find((step) => fields[step].includes(String(path[0]))) ?? 'review';

/** Returns the step after another one, or before it with -1; undefined at the end. Pure. */
export const stepBeside = (step: StepId, by: 1 | -1 = 1): StepId | undefined => stepIds[stepIds.indexOf(step) + by];
