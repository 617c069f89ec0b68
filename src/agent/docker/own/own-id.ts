/**
 * Returns the id of the container that a process runs in, by its /proc/self/mountinfo (proc(5)): the engine mounts files of the container over some
 * of /etc, and keeps them in a folder with the container's id. Where it does not, by /proc/self/cgroup of cgroup 1. Null where neither tells. Pure.
 */
export function ownContainerId(mountinfo: string, cgroup: string): string | null {
  for (const line of mountinfo.split('\n')) {
    const [, , , root = '', point = ''] = line.split(' ');
    const id = /\/containers\/([0-9a-f]{64})\/(?:hostname|hosts|resolv\.conf)$/.exec(root)?.[1];
    if (id !== undefined && /^\/etc\/(?:hostname|hosts|resolv\.conf)$/.test(point)) return id;
  }
  return /^\d+:[^:]*:.*\/docker[/-]([0-9a-f]{64})(?:\.scope)?$/m.exec(cgroup)?.[1] ?? null;
}
