import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedRelease } from '../harness/shared-release.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
import { documented } from './documented.ts';

// A control plane that serves HTTPS itself, as the service that its installation sets up, with a certificate of an
// operator's own authority. The tests follow one another on one machine.

const unit = 'satrap-control-plane';
const host = 'satrap.example.com';
const url = `https://${host}:4100`;
const settings = readFileSync(join(import.meta.dirname, '../../templates/control-plane-tls.env'), 'utf8');

let box: Box;
let key = '';

beforeAll(async () => {
  const [release] = await Promise.all([sharedRelease(), ensureBoxImage('bookworm', AbortSignal.timeout(240_000))]);
  box = await Box.boot('bookworm');
  await box.copyIn(release.folder, '/root/release');
  await box.do(`printf '127.0.0.1 ${host}\\n' >>/etc/hosts`);
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90';
  const words = '-subj "/CN=Authority of Example" -keyout authority-key.pem -out authority.pem';
  await box.do(`cd /root && openssl ${kind} ${words} 2>&1`);
  await box.do('cp /root/authority.pem /usr/local/share/ca-certificates/example.crt && update-ca-certificates 2>&1');
}, 600_000);
afterAll(() => box?.destroy(), 60_000);

/** Issues a certificate, as a renewal does. Returns its fingerprint. */
async function issue(): Promise<string> {
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 60';
  const signed = `-CA authority.pem -CAkey authority-key.pem -addext subjectAltName=DNS:${host}`;
  await box.do(
    `cd /root && umask 077 && openssl ${kind} ${signed} -subj /CN=${host} -keyout privkey.pem -out own.pem 2>&1`,
  );
  await box.do('cd /root && cat own.pem authority.pem >fullchain.pem');
  return fingerprintOf('openssl x509 -in /root/own.pem');
}

const fingerprintOf = (command: string) => box.do(`${command} -noout -fingerprint -sha256`);
/** The fingerprint of what a new connection gets, if it trusts the authorities of the machine alone. */
const served = () =>
  fingerprintOf(
    `openssl s_client -connect ${host}:4100 -servername ${host} -verify_return_error </dev/null 2>/dev/null | openssl x509`,
  );
const copyPair = () => box.do(`cd /root && ${documented('control-plane/proxy.md#tls-without-a-proxy')}`);
const mainPid = () => box.do(`systemctl show -p MainPID --value ${unit}`);
const journal = () => box.do(`journalctl -u ${unit} -o cat`);
/** Runs a command of people, without its hints. */
const asOwner = (words: string) => box.do(`SATRAP_API_KEY=${key} satrap ${words} --url ${url}/graphql 2>/root/hints`);

test('an installed control plane serves HTTPS with the files of the documentation', async () => {
  const words = 'control-plane install --email you@example.com --organization Example';
  key = /Personal API key: +(\S+)/.exec(await box.do(`umask 077; sh /root/release/install.sh -- ${words}`))?.[1] ?? '';
  const issued = await issue();
  await copyPair();
  await box.do('cat >>/etc/satrap/control-plane.env', settings);
  expect(await box.do('satrap control-plane install')).toContain('serves at https://0.0.0.0:4100');
  expect(await served()).toBe(issued);
  expect(await box.do('stat -c "%U:%G %a" /etc/satrap/tls/key.pem')).toBe(`root:${unit} 640`);
  const checked = await box.run('satrap control-plane doctor');
  expect([checked.code, checked.text.match(/^✗.*/gm)], checked.text).toEqual([0, null]);
  expect(checked.text).toMatch(/✓ own certificate: .*expires/);
});

test('an agent joins over HTTPS with the authority of the machine', async () => {
  await box.do(`umask 077; cat >/root/token`, await asOwner('tokens create --name box'));
  const joined = await box.do(`sh /root/release/install.sh -- --url ${url}/graphql --token-file /root/token`);
  expect(joined).toContain('box is online');
});

test('a renewed pair is served without a restart, and the agent stays online', async () => {
  const pid = await mainPid();
  const before = await served();
  const issued = await issue();
  expect(issued).not.toBe(before);
  await copyPair();
  await until('the renewed certificate is served', async () => (await served()) === issued, 60_000, 500);
  expect(await journal()).toContain('replaced TLS certificate: its files changed');
  await box.do('systemctl restart satrap-agent');
  const online = async () => JSON.parse(await asOwner('hosts list --json'))[0]?.status === 'online';
  await until('the agent is online', online, 60_000, 500);
  expect(await mainPid()).toBe(pid);
});

test('a renewed key that is unreadable changes nothing, and the doctor reports it', async () => {
  const before = await served();
  await issue();
  await box.do('cd /root && install -m 600 privkey.pem /etc/satrap/tls/key.pem');
  await until(
    'the log says so',
    async () => /kept the previous TLS certificate: .*EACCES/.test(await journal()),
    60_000,
    500,
  );
  expect(await served()).toBe(before);
  expect((await box.run('satrap control-plane doctor')).text).toMatch(/! own certificate: .*EACCES/);
  await copyPair();
  await until('the pair is served', async () => (await served()) !== before, 60_000, 500);
});
