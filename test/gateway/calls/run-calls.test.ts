import { expect, test } from 'vitest';
import { planCalls } from '../../../src/gateway/calls/plan-calls.ts';
import { CallRunner } from '../../../src/gateway/calls/run-calls.ts';
import { readRequest } from '../../../src/gateway/rpc/read-request.ts';
import { requestContext } from './context.ts';

test.each(['sendrawtransaction', 'submitblock', 'sendtoaddress', 'stop'])(
  'does not make a %s that cannot be recorded',
  async (method) => {
    const choose = () => Promise.reject(new Error('no member is asked'));
    const { context, answers } = requestContext({ mayAct: () => false, choose });
    await new CallRunner(context).run(planCalls(readRequest(JSON.stringify({ method })), () => true));
    expect(answers).toMatchObject([{ code: -32005 }]);
  },
);
