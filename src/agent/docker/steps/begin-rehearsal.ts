import { join } from 'node:path';
import { configOf } from '../../desired/desired-entry.ts';
import { imageOf, issuesOf } from '../../desired/host-offer.ts';
import { RpcClient } from '../../monitor/rpc.ts';
import { loadNodeRecord } from '../../node/record-store.ts';
import { seedFolders } from '../copy/seed-folders.ts';
import { requireEndpoint, untilAnswered } from '../daemon-endpoint.ts';
import { dataFolder } from '../engine/paths.ts';
import { ensureImage } from '../image-pins.ts';
import { whyNotCheap } from '../rehearsal/judge-cost.ts';
import { measureCost, whyUnseen } from '../rehearsal/measure-cost.ts';
import { NotPossible } from '../rehearsal/not-possible.ts';
import type { StepRun } from '../step-kind.ts';
import { readTip } from './read-tip.ts';
import { rehearsalStep } from './rehearsal-step.ts';

/** Checks what a rehearsal would take from the host, and pulls the image. Copies and changes nothing. */
export const beginRehearsal = rehearsalStep<'begin-rehearsal'>({
  kind: 'begin-rehearsal',
  texts: ({ rehearsal: { clientVersion } }) => [
    `check whether ${clientVersion} can be rehearsed`,
    `Started a rehearsal of ${clientVersion}`,
  ],
  event: 'node.rehearsal_begun',
  verdictOfFailure: 'not_possible',
  leavesNothing: true,
  next: 'copying',
  async apply({ rehearsal: { clientVersion } }, run, report) {
    const { desired, observed } = run.snapshot;
    const next = { ...desired, clientVersion };
    const issues = issuesOf(next, run.settings);
    if (issues.length > 0) throw new NotPossible(issues.join('; '));
    const problem = loadNodeRecord(run.database, desired.id)?.problems.find(
      ({ code }) => code === 'validating_snapshot',
    );
    // A copy has one chain state, and would begin at height 0.
    if (problem !== undefined) throw new NotPossible(`${problem.reason}; wait until the history is validated`);
    const volume = observed.volumes.find(({ dataRoot }) => dataRoot === observed.dataRoot);
    if (volume === undefined) throw new NotPossible('the node’s volume was not found');
    const unseen = await whyUnseen(volume.path);
    if (unseen !== null) throw new NotPossible(unseen);
    const data = join(volume.path, dataFolder);
    const cost = await measureCost({ volume: volume.path, data, folders: seedFolders(configOf(desired)) });
    report.fileSystem = cost.fileSystem;
    const why = whyNotCheap(cost, desired.resources);
    if (why !== null) throw new NotPossible(why);
    await untilNodeAnswers(run);
    await pull(next, run);
    return {};
  },
});

/** The copy is compared with the running node. */
async function untilNodeAnswers(run: StepRun): Promise<void> {
  using daemon = new RpcClient(requireEndpoint(run, run.snapshot.desired.id));
  const onFailure = (silence: string | null) => {
    if (silence !== null) throw new NotPossible(`the node does not answer: ${silence}; rehearse once it runs`);
  };
  await untilAnswered(() => readTip(daemon, run.signal), onFailure, run.signal);
}

async function pull(next: Parameters<typeof imageOf>[1], run: StepRun): Promise<void> {
  const reference = imageOf(run.settings, next);
  if (reference === undefined) throw new NotPossible(`this host has no image for ${next.clientVersion}`);
  await ensureImage(run, reference, run.signal);
}
