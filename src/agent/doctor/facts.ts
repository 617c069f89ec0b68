import type { gatherFacts } from './gather.ts';

/** What `satrap agent doctor` found out about a host; null for unknown values. */
export type DoctorFacts = Awaited<ReturnType<typeof gatherFacts>>;
