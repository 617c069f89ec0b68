import { expect, test } from 'vitest';
import { installCommand, joinAndRunCommand } from '../../../../src/console/pages/overview/join-command.ts';

const endpoint = 'https://satrap.example.com/graphql';

test('one command makes a host an executor: the agent becomes its service, and joins with the token', () => {
  expect(installCommand({ endpoint, token: 'satrap_e_x' })).toBe(
    `SATRAP_ENROLMENT_TOKEN=satrap_e_x satrap agent install --url ${endpoint}`,
  );
});

test('a host without systemd joins, and runs the agent itself', () => {
  expect(joinAndRunCommand({ endpoint, token: 'satrap_e_x', name: null })).toBe(
    `SATRAP_ENROLMENT_TOKEN=satrap_e_x satrap agent join --url ${endpoint} && satrap agent run`,
  );
});

test('a token for one executor is used with its name', () => {
  expect(installCommand({ endpoint, token: 'x', name: 'host-2' })).toMatch(/ --name host-2$/);
});

test.each([
  ['http://satrap.internal:4100/graphql', true],
  ['http://127.0.0.1:4100/graphql', false],
  [endpoint, false],
])('the command for a control plane at %s allows plain http: %s, as the agent asks for', (address, allows) => {
  expect(installCommand({ endpoint: address, token: 'x' }).includes('--insecure-http')).toBe(allows);
});
