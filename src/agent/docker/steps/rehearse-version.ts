import { renderConfig } from '../../../bitcoin/render-config.ts';
import { configOf, type DesiredNode } from '../../desired/desired-entry.ts';
import { imageOf } from '../../desired/host-offer.ts';
import { RpcClient } from '../../monitor/rpc.ts';
import { agentRpcWhitelist } from '../../monitor/rpc-methods.ts';
import type { RehearsalReport, RehearsalSource } from '../../runtime/node-record.ts';
import { agentRpcUser } from '../../runtime/workload-spec.ts';
import { requireEndpoint } from '../daemon-endpoint.ts';
import { daemonUser, requireSpec } from '../daemon-start.ts';
import { inspectOrNull } from '../engine/containers.ts';
import { createRehearsalContainer } from '../engine/create-container.ts';
import { findCopyVolume, rehearsalName, removeRehearsalContainer } from '../engine/rehearsal-objects.ts';
import { writeConfig } from '../engine/volume-files.ts';
import { resolveImage } from '../image-pins.ts';
import { compareVersion } from '../rehearsal/compare-version.ts';
import { daemonCli } from '../rehearsal/daemon-cli.ts';
import { NotPossible } from '../rehearsal/not-possible.ts';
import { startVersion, stopVersion, type Trial } from '../rehearsal/try-version.ts';
import type { StepRun } from '../step-kind.ts';
import { rehearsalStep } from './rehearsal-step.ts';

/** Runs the version on the copy, compares it with the node, and stops it. */
export const rehearseVersion = rehearsalStep<'rehearse-version'>({
  kind: 'rehearse-version',
  texts: ({ rehearsal: { clientVersion } }) => [`run ${clientVersion} on the copy`, `Ran ${clientVersion} on the copy`],
  event: 'node.rehearsed',
  verdictOfFailure: 'refused',
  next: 'judged',
  async apply({ rehearsal: { clientVersion } }, run, report) {
    const { client, snapshot } = run;
    const { id } = snapshot.desired;
    const { source } = snapshot.operations.rehearse ?? {};
    const copy = await findCopyVolume(client, run, id);
    // An earlier run of the version may have changed the copy.
    const isUsed = (await inspectOrNull(client, rehearsalName(id))) !== null;
    if (copy === null || source === undefined || isUsed)
      return { copyAgain: 'an interrupted run may have changed the copy' };
    try {
      const trial = await prepare({ ...snapshot.desired, clientVersion }, copy.path, run);
      const reason = await judge(trial, source, run, report);
      return { verdict: reason === null ? 'passed' : 'refused', reason };
    } finally {
      await removeRehearsalContainer(client, run, id, { isCleanup: true });
    }
  },
});

/** Creates the container of the version and writes its configuration. */
async function prepare(next: DesiredNode, copy: string, run: StepRun): Promise<Trial> {
  const { client, database, settings, snapshot, signal, template } = run;
  const reference = imageOf(settings, next);
  const { pin } = reference === undefined ? { pin: null } : await resolveImage(client, database, reference);
  if (pin === null) throw new NotPossible(`the image of ${next.clientVersion} is not on this host`);
  const { stopTimeoutSeconds } = settings;
  const { spec } = requireSpec(snapshot);
  const request = { desired: next, spec: { ...spec, image: pin }, stopTimeoutSeconds };
  const containerId = await createRehearsalContainer(client, request, run);
  const config = configOf(next);
  // The agent calls it with the daemon's own cookie; nobody else does.
  const credentials = {
    platformRpcAuths: [],
    agentRpcAuth: spec.agentRpcAuth,
    agentUser: agentRpcUser,
    agentRpcWhitelist,
    isolated: true,
  };
  const text = renderConfig(config, template, credentials);
  const { clientVersion, nodeType } = snapshot.desired;
  const marker = { begunWith: clientVersion, newest: clientVersion, nodeType };
  await writeConfig(client, containerId, daemonUser(spec), text, marker, null);
  return { client, containerId, config, copy, stopTimeoutSeconds, signal };
}

/** Returns why the version does not pass; null if it does. Throws RuntimeError if it does not run. */
async function judge(
  trial: Trial,
  source: RehearsalSource,
  run: StepRun,
  report: RehearsalReport,
): Promise<string | null> {
  const { client, containerId, config, signal } = trial;
  const tip = await startVersion(trial, report);
  using node = new RpcClient(requireEndpoint(run, run.snapshot.desired.id));
  const copy = daemonCli(client, containerId, config);
  const reason = await compareVersion({ copy, node, config, tip, source, signal }, report);
  await stopVersion(trial, report);
  return reason;
}
