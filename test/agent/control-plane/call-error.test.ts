import { expect, test } from 'vitest';
import { toControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import { ControlPlaneError, failureKind } from '../../../src/agent/control-plane/control-plane-error.ts';
import { ConnectionFailed } from '../../../src/agent/control-plane/http-connections.ts';

test.each<[string, Error, string, string]>([
  [
    'a connection that fails',
    new ConnectionFailed('connect ECONNREFUSED 127.0.0.1:1'),
    'unreachable',
    'the control plane cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    'an abort',
    new ConnectionFailed('This operation was aborted'),
    'unreachable',
    'the control plane cannot be reached: This operation was aborted',
  ],
  [
    'an answer that is no JSON',
    new SyntaxError('Unexpected token <\n<html>the whole answer</html>'),
    'invalid',
    'the control plane sent an invalid response: Unexpected token <',
  ],
  [
    'a long message on many lines',
    new ConnectionFailed(`a\n${'b'.repeat(500)}`),
    'unreachable',
    `the control plane cannot be reached: a ${'b'.repeat(297)}…`,
  ],
])('%s becomes one line that says what it means', (_what, error, fault, message) => {
  expect(toControlPlaneError(error)).toMatchObject({ fault, message, code: null });
});

test.each<[string, unknown, string]>([
  ['a refusal', new ControlPlaneError('refused', 'no', 'executor_name_in_use'), 'refused executor_name_in_use'],
  ['an unreachable control plane', new ControlPlaneError('unreachable', 'no'), 'unreachable null'],
  ['another error', new RangeError('no'), 'RangeError'],
  ['what is no error', 'no', 'unknown'],
])('the kind of failure of %s does not depend on its message', (_what, error, kind) => {
  expect(failureKind(error)).toBe(kind);
});
