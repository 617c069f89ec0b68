/**
 * Returns the id of the container that a process runs in, from its /proc/self/mountinfo (proc(5)): the engine mounts
 * files over some of /etc from a folder named after the container. Falls back to /proc/self/cgroup of cgroup 1. Null if
 * neither contains an id.
 */
export function ownContainerId(mountinfo: string, cgroup: string): string | null {
  const id = engineFiles(mountinfo).find(({ isRemoved }) => !isRemoved)?.id;
  return id ?? /^\d+:[^:]*:.*\/docker[/-]([0-9a-f]{64})(?:\.scope)?$/m.exec(cgroup)?.[1] ?? null;
}

/** Returns whether a process runs in a container whose removal is detectable, from its /proc/self/mountinfo. */
export const isInContainer = (mountinfo: string): boolean => engineFiles(mountinfo).length > 0;

/** Returns whether the engine has removed the container that a process still runs in, from its /proc/self/mountinfo. */
export function isContainerRemoved(mountinfo: string): boolean {
  const files = engineFiles(mountinfo);
  return files.length > 0 && files.every(({ isRemoved }) => isRemoved);
}

/** The container's files that the engine mounts over some of /etc. */
function engineFiles(mountinfo: string): { id: string; isRemoved: boolean }[] {
  return mountinfo.split('\n').flatMap((line) => {
    const [, , , root = '', point = ''] = line.split(' ');
    const found = /\/containers\/([0-9a-f]{64})\/(?:hostname|hosts|resolv\.conf)(\/\/deleted)?$/.exec(root);
    if (found?.[1] === undefined || !/^\/etc\/(?:hostname|hosts|resolv\.conf)$/.test(point)) return [];
    return [{ id: found[1], isRemoved: found[2] !== undefined }];
  });
}
