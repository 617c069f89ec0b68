import { expect, test } from 'vitest';
import { answerOf } from '../../../../src/agent/docker/rehearsal/daemon-cli.ts';
import { NotPossible } from '../../../../src/agent/docker/rehearsal/not-possible.ts';
import { RpcError } from '../../../../src/agent/monitor/rpc.ts';

const ended = (code: number | null, stdout: string, stderr = '') => ({ code, stdout, stderr });
const failure = (stderr: string, code = 1): unknown => {
  try {
    return answerOf('getblockcount', ended(code, '', stderr));
  } catch (error) {
    return error;
  }
};

test('an object is parsed, and a text is taken as it is', () => {
  expect(answerOf('getblockchaininfo', ended(0, '{\n  "blocks": 9\n}\n'))).toEqual({ blocks: 9 });
  expect(answerOf('getblockhash', ended(0, '00ff\n'))).toBe('00ff');
});

test('an error of the daemon keeps its code', () => {
  const error = failure('error code: -8\nerror message:\nmuhash is not a valid hash_type', 8);
  expect(error).toMatchObject({ fault: 'refused', code: -8, message: 'muhash is not a valid hash_type' });
});

test('a daemon that loads its chain is told from one that refuses', () => {
  expect(failure('error code: -28\nerror message:\nLoading block index…', 28)).toMatchObject({ fault: 'warming-up' });
});

test('a daemon that does not listen yet is unreachable', () => {
  const error = failure('error: timeout on transient error: Could not connect to the server 127.0.0.1:18443');
  expect(error).toBeInstanceOf(RpcError);
  expect(error).toMatchObject({ fault: 'unreachable' });
});

test('an image without the client program makes the rehearsal impossible', () => {
  expect(failure('', 127)).toBeInstanceOf(NotPossible);
});
