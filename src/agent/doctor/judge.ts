import { basename, dirname } from 'node:path';
import { ageNote, type LifecycleTable, shippedTable } from '../../bitcoin/clients/lifecycle.ts';
import { type Finding, type Judged, problem, warning } from '../../contract/finding.ts';
import type { DoctorFacts } from './facts.ts';
import { judgeControlPlane } from './judge-control-plane.ts';
import { judgeEngine } from './judge-engine.ts';
import { judgeHost } from './judge-host.ts';

/** Returns the checks of a host and how to fix their problems. `now`: milliseconds since the epoch. */
export function judgeFacts(facts: DoctorFacts, now: number): Finding[] {
  const { settingFaults, unreadableFiles, configPath } = facts;
  return [
    ...settingFaults.map((fault) => problem('settings', fault, `edit ${configPath}`)),
    ...unreadableFiles.map((path) => problem('settings', `the agent’s user cannot read ${path}`, waysToRead(path))),
    ...judgeEngine(facts),
    ...judgeHost(facts),
    ...judgeControlPlane(facts, now),
    judgeVersionFacts(shippedTable, now),
  ].filter((found) => found !== null);
}

/** The agent knows client versions by the table of its own release. */
export function judgeVersionFacts(table: LifecycleTable, now: number): Judged {
  const note = ageNote(table, new Date(now));
  return note === null ? null : warning('client versions', note, 'upgrade the agent, or read bitcoincore.org');
}

const folder = '/etc/satrap';

const waysToRead = (path: string): string =>
  dirname(path) === folder
    ? `chmod 755 ${folder}, and chmod 644 ${path}; for a private key: chgrp satrap and chmod 640`
    : `install -D -m 644 ${path} ${folder}/${basename(path)}, and use that path in the settings; for a private key: -m 640 -g satrap`;
