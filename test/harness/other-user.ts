import { join } from 'node:path';
import { firstObstacle } from '../../src/control-plane/platform/database/embedded/server-user.ts';
import type { FileOwner } from '../../src/storage/as-user.ts';

const checkout = join(import.meta.dirname, '../..');

/** Opens a closed folder for one process, which sees the checkout alone in it. */
const open =
  'mount --bind "$0" /mnt && mount -t tmpfs -o mode=755 tmpfs "$1" && mkdir -p "$0" && mount --move /mnt "$0"';

/** Returns the command that runs another one as a user, also where the checkout is in a folder closed to them, such as /root. */
export function commandAs(user: FileOwner, command: readonly string[]): [file: string, args: string[]] {
  const args = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', ...command];
  const closed = firstObstacle(checkout, user);
  if (closed === undefined) return ['setpriv', args];
  return ['unshare', ['--mount', 'sh', '-c', `${open} && shift && exec setpriv "$@"`, checkout, closed, ...args]];
}
