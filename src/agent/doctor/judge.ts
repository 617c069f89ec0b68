import { basename, dirname } from 'node:path';
import { type DoctorFacts, type Finding, problem } from './facts.ts';
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
  ].filter((found) => found !== null);
}

const folder = '/etc/satrap';

const waysToRead = (path: string): string =>
  dirname(path) === folder
    ? `chmod 755 ${folder}, and chmod 644 ${path}; for a private key: chgrp satrap and chmod 640`
    : `install -D -m 644 ${path} ${folder}/${basename(path)}, and use that path in the settings; for a private key: -m 640 -g satrap`;
