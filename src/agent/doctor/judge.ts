import type { DoctorFacts } from './facts.ts';
import { type Finding, problem } from './finding.ts';
import { judgeControlPlane } from './judge-control-plane.ts';
import { judgeEngine } from './judge-engine.ts';
import { judgeHost } from './judge-host.ts';

/** Says what is right and wrong with a host, and what mends it. `now`: milliseconds since the epoch. Pure. */
export const judgeFacts = (facts: DoctorFacts, now: number): Finding[] => [
  ...facts.settingFaults.map((fault) => problem('settings', fault, 'edit /etc/satrap/agent.toml')),
  ...judgeEngine(facts),
  ...judgeHost(facts),
  ...judgeControlPlane(facts, now),
];
