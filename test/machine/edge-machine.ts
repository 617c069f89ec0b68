import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { selfSigned } from '../harness/certificate.ts';
import { sharedRelease } from '../harness/shared-release.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';

const hosts = ['releases.example.com', 'satrap.example.com', 'alerts.example.com'];

/**
 * A new machine called host-1, on which the addresses of the documentation are real, behind TLS, and http://127.0.0.1:3128
 * is a proxy to them. It has an engine with a client's image.
 */
export async function startEdgeMachine() {
  await using ends = new AsyncDisposableStack();
  const boot = async () => {
    await ensureBoxImage('bookworm', AbortSignal.timeout(240_000));
    const box = await Box.boot('bookworm');
    ends.defer(() => box.destroy());
    return box;
  };
  const [box, release] = await Promise.all([boot(), sharedRelease()]);
  const folder = mkdtempSync(join(tmpdir(), 'satrap-edge-'));
  ends.defer(() => rmSync(folder, { recursive: true }));
  selfSigned(folder, ...hosts.map((host) => `DNS:${host}`));
  await box.do(
    `hostname host-1 && printf '127.0.0.1 %s\\n' host-1 ${hosts.join(' ')} >>/etc/hosts && mkdir /root/releases`,
  );
  await box.copyIn(folder, '/etc/edge');
  await box.copyIn(process.execPath, '/usr/local/bin/edge-node');
  await box.copyIn(join(import.meta.dirname, 'edge.ts'), '/etc/edge/edge.ts');
  await box.copyIn(release.folder, '/root/releases/satrap');
  // A private authority, which the machine trusts as Debian's documentation says.
  await box.do('cp /etc/edge/cert.pem /usr/local/share/ca-certificates/edge.crt && update-ca-certificates');
  await box.do('systemd-run --unit edge --quiet /usr/local/bin/edge-node /etc/edge/edge.ts');
  await until('the edge listens', async () => (await box.run('ss -Hltn sport = :443')).text.includes(':443'));
  const clientImage = inject('clientImages')['28.1'] ?? '';
  await box.loadImage(clientImage);
  const kept = ends.move();
  return { box, clientImage, dispose: () => kept.disposeAsync() };
}
