import { type Pooler, type PoolMode, pooledUrl, poolerConfig } from '../harness/pooler.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { forwardFromContainers } from './forwarder.ts';
import { ensureImageWithPackages, poolerImage } from './image-with-packages.ts';

/** Boots a machine of Debian 13, whose PgBouncer pools connections to the server of a database of this host. */
export async function startPoolerMachine(serverUrl: string) {
  await using ends = new AsyncDisposableStack();
  await ensureImageWithPackages(poolerImage, AbortSignal.timeout(500_000));
  const box = await Box.boot('trixie', { image: poolerImage.name });
  ends.defer(() => box.destroy());
  // A bridge without containers has no address in the eyes of Node.js.
  const way = ends.use(await forwardFromContainers(Number(new URL(serverUrl).port)));
  const address = await box.do("ip -4 -o address show eth0 | sed -E 's#.* inet ([0-9.]+)/.*#\\1#'");
  let count = 0;

  async function startPooler(databaseUrl: string, poolMode: PoolMode): Promise<Pooler> {
    const place = { address, port: 6432 + count, poolMode };
    const unit = `pooler-${++count}`;
    const server = new URL(databaseUrl);
    [server.hostname, server.port] = [way.host, String(way.port)];
    await box.do(`cat >/etc/pgbouncer/${unit}.ini`, poolerConfig(server.href, place));
    await box.do(`systemd-run --quiet --unit ${unit} --uid postgres pgbouncer /etc/pgbouncer/${unit}.ini`);
    const listens = async () => (await box.run(`ss -Hltn sport = :${place.port}`)).text.includes(`:${place.port}`);
    await until('PgBouncer listens', listens);
    return {
      url: pooledUrl(databaseUrl, place),
      stop: async () => void (await box.do(`systemctl kill -s KILL ${unit}`)),
    };
  }

  const kept = ends.move();
  return { startPooler, version: () => box.do('pgbouncer --version'), dispose: () => kept.disposeAsync() };
}
