import type { TestControlPlane } from './control-plane.ts';

/** How many connections to PostgreSQL a control plane with metrics uses now, of all shares or of one. */
export async function connectionsInUse({ settings }: TestControlPlane, share = '\\w+'): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${settings.metrics?.port}/metrics`)).text();
  const sum = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}\\{share="${share}"\\} (\\d+)$`, 'gm'))].reduce(
      (all, [, n]) => all + Number(n),
      0,
    );
  return sum('satrap_database_connections') - sum('satrap_database_idle_connections');
}
