export interface Sizes {
  cpuCores: number | undefined;
  memoryMiB: number | undefined;
  diskGiB: number | undefined;
}

/** Returns resources as a file has them: with units. */
export function sizesInFile({ cpuCores, memoryMiB, diskGiB }: Partial<Sizes>) {
  return {
    ...(cpuCores !== undefined && { cpuCores }),
    ...(memoryMiB !== undefined && { memory: memoryText(memoryMiB) }),
    ...(diskGiB !== undefined && { disk: `${diskGiB}GiB` }),
  };
}

const memoryText = (mebibytes: number): string =>
  mebibytes % 1024 === 0 ? `${mebibytes / 1024}GiB` : `${mebibytes}MiB`;
