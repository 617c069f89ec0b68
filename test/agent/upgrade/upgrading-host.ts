import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, onTestFinished } from 'vitest';
import { writeArchive } from '../../../scripts/release/archive.ts';
import { HttpConnections } from '../../../src/agent/control-plane/http-connections.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { openStore, type Store } from '../../../src/agent/store/database.ts';
import { Upgrader } from '../../../src/agent/upgrade/upgrader.ts';
import type { DesiredUpgrade, ReleaseArtifact, UpgradeReportState } from '../../../src/contract/types.generated.ts';
import { type UpgradeOutcome, upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { platform } from '../../harness/release-files.ts';
import { type ReleaseServer, sharedReleaseServer } from '../../harness/release-server.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { makeSigningKey, signedArtifact, type TestSigningKey } from '../../harness/signing-key.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';

/** The agent's work up to the order for the watcher. */
export const prepared = ['fetching', 'fetched', 'rehearsing', 'rehearsed'];

export const request = (
  requestId: string,
  artifact: ReleaseArtifact | null,
  targetVersion = '1.1.0',
): DesiredUpgrade => ({
  ...{ requestId, targetVersion, channel: 'stable', artifact, image: null },
  deadline: new Date(Date.now() + 1_800_000).toISOString(),
});

/** The watcher's records of the request `a`. */
export const outcome = (state: UpgradeOutcome['state'], change: Partial<UpgradeOutcome> = {}): UpgradeOutcome => ({
  ...{ requestId: 'a', fromVersion: '1.0.0', toVersion: '1.1.0', state, reason: null, lastWords: null, ...change },
  updatedAt: new Date().toISOString(),
});

/** A program that answers `agent rehearse` with these lines of sh. */
const program = (lines: string): string => `#!/bin/sh\n${lines}\n`;

/** The lines of a rehearsal with these actions for one node. */
export const plans = (...actions: string[]): string => {
  const steps = actions.map((action) => ({ action, why: 'a test says so' }));
  const nodes = [{ id: '1', name: 'alpha', steps, error: null }];
  return `cat <<'END'\n${JSON.stringify({ version: '1.1.0', nodes })}\nEND`;
};

/** Serves a signed release whose program is this script, beside `ballastMiB` of padding. Returns its catalog entry. */
async function serveRelease(
  server: ReleaseServer,
  key: TestSigningKey,
  version: string,
  script: string,
  ballastMiB: number,
): Promise<ReleaseArtifact> {
  const folder = scratchFolder('tiny-release');
  mkdirSync(join(folder, 'content/bin'), { recursive: true });
  writeFileSync(join(folder, 'content/bin/satrap'), program(script), { mode: 0o755 });
  writeFileSync(join(folder, 'content/ballast'), Buffer.alloc(ballastMiB * 1024 * 1024));
  const file = join(folder, 'satrap.tar.gz');
  await writeArchive(join(folder, 'content'), file, { name: `satrap-${version}`, mtime: new Date(0), level: 1 });
  server.body = readFileSync(file);
  return { platform, url: server.url, ...signedArtifact(server.body, key, { version, platform }) };
}

/** Creates an installation of 1.0.0 below `host` like install.sh, with the upgrade units. Returns its path. */
export function installTiny(host: string, key: TestSigningKey, dataDir = join(host, 'state')) {
  const root = join(host, 'versions/1.0.0');
  const write = (path: string, text = '') => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
  };
  write(join(root, 'bin/node'));
  write(join(root, 'bin/satrap'), program(plans()));
  write(join(root, 'share/satrap/release-keys/1.pub'), key.publicText);
  symlinkSync('versions/1.0.0', join(host, 'current'));
  mkdirSync(dataDir, { recursive: true });
  const unit = join(host, 'upgrade.path');
  write(unit, `[Path]\nPathExists=${dataDir}/upgrade/order.json\n`);
  return { root, dataDir, unit, system: host, env: {} };
}

/** A release server for the tests of a file, and for each of them a host with agent 1.0.0 and no watcher. */
export function upgradingHost() {
  const key = makeSigningKey();
  const server = sharedReleaseServer();
  let folder: string;
  let places: ReturnType<typeof installTiny>;
  let database: Store;
  let outbox: Outbox;

  /** Installs an agent, with its data in a new folder or in this one. */
  const install = (dataDir?: string): void => {
    folder = scratchFolder('upgrader');
    places = installTiny(folder, key, dataDir);
    const opened = openStore(places.dataDir);
    onTestFinished(() => opened.close());
    database = opened;
    outbox = new Outbox({ database, executorName: 'host', clock: hastyClock(10), maxEvents: 1000 });
  };
  const files = () => upgradeFiles(places.dataDir);

  beforeEach(() => {
    server.faults.length = 0;
    server.ranges.length = 0;
    install();
  });

  /** An agent of a version, until it or the test ends. The control plane answers each heartbeat with `wanted`. */
  const agent = (wanted: DesiredUpgrade | null, version = '1.0.0') => {
    const sleeps: number[] = [];
    const clock = hastyClock(10, sleeps);
    const state = { wanted, isAway: false };
    const ending = new AbortController();
    const { log, lines } = listeningLog();
    const heartbeat = () =>
      void setImmediate(() => !state.isAway && !ending.signal.aborted && upgrades.accept(state.wanted));
    const upgrades = new Upgrader({
      ...{ ...places, version, database, clock, log, channel: 'stable', runArguments: [] },
      connections: new HttpConnections({ caFile: server.caFile }),
      record: (event, id) => outbox.record(event, id),
      pulse: testPulse(),
      wakeHeartbeat: heartbeat,
      withdrawAfterMs: 200,
    });
    upgrades.open();
    const running = upgrades.run(ending.signal);
    const end = async () => {
      ending.abort();
      await running;
    };
    onTestFinished(end);
    heartbeat();
    return {
      ...{ upgrader: upgrades, state, heartbeat, end, lines },
      /** Waits until it has checked this many more times: a tenth of a second apart, unless something wakes it. */
      looks: (count: number) => {
        const before = sleeps.length;
        return until(`the agent has looked ${count} more times`, () => sleeps.length >= before + count);
      },
      /** Waits until a heartbeat reports so. */
      says: (said: UpgradeReportState | null) =>
        until(`the agent says ${said}`, () => {
          const report = upgrades.report();
          return (report?.state ?? null) === said && { report };
        }),
    };
  };

  return {
    ...{ install, files, agent, server },
    /** The folder of the host. */
    path: () => folder,
    /** The kinds of the events so far, without their common prefix. */
    kinds: () => outbox.nextBatch(100).map(({ kind }) => kind.replace('upgrade.', '')),
    /** Serves a release whose program is this script. Returns the control plane's view of it. */
    serve: (script: string, { version = '1.1.0', ballastMiB = 0 } = {}) =>
      serveRelease(server, key, version, script, ballastMiB),
  };
}
