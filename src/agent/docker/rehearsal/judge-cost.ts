/** What a rehearsal of a node would take from its host. */
export interface RehearsalCost {
  /** The name of the file system of the data. */
  fileSystem: string;
  /** Whether files on it can share their blocks, so that a copy takes no space and little time. */
  sharesBlocks: boolean;
  dataBytes: number;
  freeBytes: number;
  /** Memory that the host can give to programs now. */
  freeMemoryMiB: number;
}

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/** For what a version writes while it opens the data: logs of its databases, and the start of an index. */
export const startBytes = gibibyte;

const advice =
  'rehearse on a node of the same kind whose data can share blocks (Btrfs, XFS), or change one node first and watch it (--canary 1)';

/** Returns why a rehearsal is not cheap on a host, with what it would need; null if it is. */
export function whyNotCheap(
  { fileSystem, sharesBlocks, dataBytes, freeBytes, freeMemoryMiB }: RehearsalCost,
  { memoryMiB }: { memoryMiB: number },
): string | null {
  if (!sharesBlocks) {
    const copy = `a copy would take ${gib(dataBytes)} GiB of the ${gib(freeBytes)} GiB that are free`;
    return `the data is on ${fileSystem}, whose files cannot share blocks here: ${copy}, and nothing of that size is copied unasked; ${advice}`;
  }
  if (freeBytes < startBytes)
    return `a version writes up to ${gib(startBytes)} GiB while it opens the data, and the disk has ${gib(freeBytes)} GiB free; free disk space`;
  if (freeMemoryMiB < memoryMiB) {
    const need = `a second daemon may use the ${memoryMiB} MiB of memory of this node`;
    return `${need}, and the host has ${Math.floor(freeMemoryMiB)} MiB available; stop another node, or ${advice}`;
  }
  return null;
}

const gib = (bytes: number): string => (bytes / gibibyte).toFixed(1);
