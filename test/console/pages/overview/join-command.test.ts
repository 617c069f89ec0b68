import { expect, test } from 'vitest';
import { installCommand, joinAndRunCommand } from '../../../../src/console/pages/overview/join-command.ts';

const endpoint = 'https://satrap.example.com/graphql';
const join = { endpoint, token: 'satrap_e_x' };
const run = 'SATRAP_ENROLMENT_TOKEN=satrap_e_x satrap agent';

test.each([
  ['becomes a service, and joins with the token', installCommand(join), `${run} install --url ${endpoint}`],
  ['joins and runs without systemd', joinAndRunCommand(join), `${run} join --url ${endpoint} && satrap agent run`],
  ['has the name of a token', installCommand({ ...join, name: 'h-2' }), `${run} install --url ${endpoint} --name h-2`],
])('with one command, an agent %s', (_what, command, words) => {
  expect(command).toBe(words);
});

test.each([
  ['http://satrap.internal:4100/graphql', true],
  ['http://127.0.0.1:4100/graphql', false],
  [endpoint, false],
])('the command for a control plane at %s allows plain http: %s, as the agent asks for', (address, allows) => {
  expect(installCommand({ ...join, endpoint: address }).includes('--insecure-http')).toBe(allows);
});
