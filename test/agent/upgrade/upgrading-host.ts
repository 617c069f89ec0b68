import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { HttpConnections } from '../../../src/agent/control-plane/http-connections.ts';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { openStore, type Store } from '../../../src/agent/store/database.ts';
import { Upgrader } from '../../../src/agent/upgrade/upgrader.ts';
import type { DesiredUpgrade, ReleaseArtifact, UpgradeReportState } from '../../../src/contract/types.generated.ts';
import type { UpgradeOutcome } from '../../../src/upgrade/outcome.ts';
import { upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { ReleaseServer } from '../../harness/release-server.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { makeSigningKey } from '../../harness/signing-key.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';
import { installTiny, program, serveRelease } from './tiny-release.ts';

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

/** A release server for the tests of a file, and for each of them a host with agent 1.0.0 and no watcher. */
export function upgradingHost() {
  const key = makeSigningKey();
  let server: ReleaseServer;
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
  const presentProgram = () => join(places.root, 'bin/satrap');

  beforeAll(async () => {
    server = await ReleaseServer.start();
  });
  afterAll(() => server[Symbol.asyncDispose]());
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
      void setImmediate(() => !state.isAway && !ending.signal.aborted && upgrader.accept(state.wanted));
    const upgrader: Upgrader = new Upgrader({
      ...{ ...places, version, database, clock, log, channel: 'stable', runArguments: [] },
      connections: new HttpConnections({ caFile: server.caFile }),
      record: (event, id) => outbox.record(event, id),
      pulse: testPulse(),
      wakeHeartbeat: heartbeat,
      withdrawAfterMs: 200,
    });
    upgrader.open();
    const running = upgrader.run(ending.signal);
    const end = async () => {
      ending.abort();
      await running;
    };
    onTestFinished(end);
    heartbeat();
    return {
      upgrader,
      state,
      heartbeat,
      end,
      lines,
      /** Waits until it has checked this many more times: a tenth of a second apart, unless something wakes it. */
      looks: (count: number) => {
        const before = sleeps.length;
        return until(`the agent has looked ${count} more times`, () => sleeps.length >= before + count);
      },
      /** Waits until a heartbeat reports so. */
      says: (said: UpgradeReportState | null) =>
        until(
          `the agent says ${said}`,
          () => (upgrader.report()?.state ?? null) === said && { report: upgrader.report() },
        ),
    };
  };

  return {
    ...{ install, files, presentProgram, agent },
    server: () => server,
    /** The folder of the host. */
    path: () => folder,
    /** The kinds of the events so far, without their common prefix. */
    kinds: () => outbox.nextBatch(100).map(({ kind }) => kind.replace('upgrade.', '')),
    /** Serves a release whose program is this script. Returns the control plane's view of it. */
    serve: (script: string, { version = '1.1.0', ballastMiB = 0 } = {}) =>
      serveRelease(server, key, version, program(script), ballastMiB),
  };
}
