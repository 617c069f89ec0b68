import { setTimeout as delay } from 'node:timers/promises';
import { type FollowedText, textsOf } from '../../contract/log-texts.ts';
import { FollowLogDocument, GetLogSessionDocument } from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';

const reopenMs = 500;

/** Yields the lines of a following session. Throws CommandError when the session ends. */
export async function* followLog(
  api: Pick<Api, 'call' | 'subscribe'>,
  sessionId: string,
  reopen: () => Promise<unknown> = () => delay(reopenMs),
): AsyncGenerator<FollowedText> {
  let expected = 0;
  for (let failures = 0; failures < 5; failures++) {
    try {
      for await (const { nodeLog } of api.subscribe(FollowLogDocument, { id: sessionId })) {
        if (nodeLog == null) continue;
        failures = 0;
        yield* textsOf(nodeLog, expected);
        expected = nodeLog.sequence == null ? expected : nodeLog.sequence + 1;
      }
    } catch (error) {
      if (failures === 4) throw error;
    }
    await reopen();
    const isOpen = await api.call(GetLogSessionDocument, { id: sessionId }).then(
      ({ nodeLogSession }) => nodeLogSession?.status === 'following',
      // The next attempt shows whether the control plane is back.
      () => true,
    );
    if (!isOpen) break;
  }
  throw new CommandError('the log session ended; run the command again to continue');
}
