import { type EngineTraits, keepsLimits } from '../../runtime/host-runtime.ts';

/** What the engine answers to `/info`. Podman answers the same, with fields of its own. */
export interface Info {
  ServerVersion: string;
  OSType?: string;
  Driver: string;
  CgroupVersion?: string;
  CgroupDriver?: string;
  LiveRestoreEnabled?: boolean;
  SecurityOptions?: string[] | null;
  DockerRootDir: string;
  Warnings?: string[] | null;
  BuildahVersion?: string;
  /** Of Podman, which does not say it among the security options. */
  Rootless?: boolean;
}

/** Reads the traits. An engine without a word on its cgroups is older than 20.10, which knew the first version alone. Pure. */
export const traitsOf = (info: Info): EngineTraits => ({
  osType: info.OSType ?? 'linux',
  cgroupVersion: info.CgroupVersion ?? '1',
  cgroupDriver: info.CgroupDriver ?? 'unknown',
  isRootless: info.Rootless ?? (info.SecurityOptions ?? []).some((option) => option.includes('rootless')),
});

/** Returns why nodes cannot be kept on an engine, with what to do; null where they can. Pure. */
export function whyUnfit(traits: EngineTraits, { allowUnlimited }: { allowUnlimited: boolean }): string | null {
  const { osType, cgroupVersion, cgroupDriver } = traits;
  if (osType !== 'linux') return `the engine runs containers of ${osType}, and nodes need those of Linux`;
  if (keepsLimits(traits) || allowUnlimited) return null;
  return `the engine cannot limit the memory and the cores of nodes (${traits.isRootless ? 'rootless, ' : ''}cgroup ${cgroupVersion}, driver ${cgroupDriver}): run the engine as root, or a rootless one on a host with cgroup 2 and delegated controllers; to do without limits, set allow_unlimited`;
}
