import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Variant, variantFiles } from '../harness/release-variant.ts';
import { sharedProgram } from '../harness/shared-release.ts';
import type { Box } from './box.ts';
import { documented, type Examples } from './documented.ts';

const root = join(import.meta.dirname, '../..');

/** What a slim Debian has, as far as the images need it. */
const packages =
  `base-files base-passwd coreutils dash grep libacl1 libattr1 libatomic1 libc-bin libc6 libgcc-s1 libgmp10 libpcre2-8-0
  libpcre3 libselinux1 libssl3 libstdc++6 libcap-ng0 libuuid1 util-linux`.replaceAll(/\s+/g, ' ');

/**
 * Makes a base image on a machine from its own packages, as no registry can be reached, and puts what images are built from into a folder of it.
 * The machine has the release in /root/release.
 */
export async function prepareImages(box: Box): Promise<void> {
  await box.do(
    `{ printf '%s\\n' /bin /sbin /lib /lib64 /etc/ld.so.cache /etc/passwd /etc/group /tmp
      dpkg -L ${packages} | sed -E 's#^/(bin|sbin|lib|lib64)/#/usr/\\1/#'; } | sort -u |
      while read -r path; do [ ! -e "$path" ] || echo ".$path"; done >/root/base-files
    tar -C / --no-recursion -c -T /root/base-files | docker import - base`,
  );
  await box.do('mkdir -p /root/context/release && ln /root/release/* /root/context/release/');
  for (const file of ['Dockerfile', '.dockerignore']) await box.copyIn(join(root, file), '/root/context');
}

/** The release is on the machine, and no registry has the base image. */
const onMachine: Examples = {
  'npm run release -- --platform linux-x64\n': 'cd /root/context; export DOCKER_BUILDKIT=1\n',
  'docker build': 'docker build --build-arg BASE_IMAGE=base',
};

/** Builds the images of both programs as documented. */
export async function buildImages(box: Box): Promise<void> {
  await box.do(documented('hosts/containers.md#the-agent', onMachine));
  await box.do(documented('hosts/containers.md#the-control-plane', onMachine));
}

/** Makes images of other versions from the agent's on a machine, and names them. Returns their ids by version. */
export async function buildVariants(
  box: Box,
  name: string,
  variants: readonly Variant[],
): Promise<Map<string, string>> {
  const stage = mkdtempSync(join(tmpdir(), 'satrap-variants-'));
  try {
    const program = await sharedProgram();
    const ids = new Map<string, string>();
    for (const variant of variants) {
      const context = join(stage, variant.version);
      for (const { file, text } of variantFiles(program, variant)) {
        const path = join(context, 'program', file);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text, { mode: 0o755 });
      }
      writeFileSync(join(context, 'Dockerfile'), 'FROM satrap-agent\nCOPY program /opt/satrap/current\n');
      await box.copyIn(context, `/root/${variant.version}`);
      await box.do(`docker build -t ${name}:${variant.version} /root/${variant.version} 2>&1`);
      ids.set(variant.version, await box.do(`docker image inspect -f '{{.Id}}' ${name}:${variant.version}`));
    }
    return ids;
  } finally {
    rmSync(stage, { recursive: true });
  }
}
