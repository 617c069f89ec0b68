import { type EngineTraits, keepsLimits } from '../../runtime/host-runtime.ts';

/** The engine's answer to `/info`. Podman returns the same, with fields of its own. */
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
  /** Podman only, which does not list it among the security options. */
  Rootless?: boolean;
}

/** Reads the traits. An engine that does not report cgroups is older than 20.10, which only supported version 1. */
export const traitsOf = (info: Info): EngineTraits => ({
  osType: info.OSType ?? 'linux',
  cgroupVersion: info.CgroupVersion ?? '1',
  cgroupDriver: info.CgroupDriver ?? 'unknown',
  isRootless: info.Rootless ?? (info.SecurityOptions ?? []).some((option) => option.includes('rootless')),
});

/** Returns why nodes cannot run on an engine, with what to do; null if they can. */
export function whyUnfit(traits: EngineTraits, { allowUnlimited }: { allowUnlimited: boolean }): string | null {
  const { osType, cgroupVersion, cgroupDriver } = traits;
  if (osType !== 'linux') return `the engine runs ${osType} containers, but nodes need Linux containers`;
  if (keepsLimits(traits) || allowUnlimited) return null;
  return `the engine cannot limit memory and CPU of nodes (${traits.isRootless ? 'rootless, ' : ''}cgroup ${cgroupVersion}, driver ${cgroupDriver}): run the engine as root, or rootless on a host with cgroup 2 and delegated controllers; to run without limits, set allow_unlimited`;
}
