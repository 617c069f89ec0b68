import { setTimeout as delay } from 'node:timers/promises';
import { type FollowedText, textsOf } from '../../contract/log-texts.ts';
import { FollowLogDocument, GetAgentRequestDocument } from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';

const reopenMs = 500;

/** Yields the lines of a followed log. Throws CommandError when the request ends. */
export async function* followLog(
  api: Pick<Api, 'call' | 'subscribe'>,
  requestId: string,
  reopen: () => Promise<unknown> = () => delay(reopenMs),
): AsyncGenerator<FollowedText> {
  let expected = 0;
  for (let failures = 0; failures < 5; failures++) {
    try {
      for await (const { nodeLog } of api.subscribe(FollowLogDocument, { id: requestId })) {
        if (nodeLog == null) continue;
        failures = 0;
        yield* textsOf(nodeLog, expected);
        expected = nodeLog.sequence == null ? expected : nodeLog.sequence + 1;
      }
    } catch (error) {
      if (failures === 4) throw error;
    }
    await reopen();
    const isOpen = await api.call(GetAgentRequestDocument, { id: requestId }).then(
      ({ agentRequest }) => agentRequest?.status === 'pending',
      // The next attempt shows whether the control plane is back.
      () => true,
    );
    if (!isOpen) break;
  }
  throw new CommandError('the log session ended; run the command again to continue');
}
