import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from './run-command.ts';

/** Parses the output of `ldd` into the paths of the libraries and the loader. The kernel's own library (vdso) has no path. */
export function parseLdd(output: string): string[] {
  const missing = /^\s*(\S+) => not found/m.exec(output);
  if (missing) throw new Error(`shared library ${missing[1]} is not installed`);
  return [...output.matchAll(/^\s*(?:\S+ => )?(\/\S+) \(0x[0-9a-f]+\)$/gm)].map((match) => match[1] as string);
}

/**
 * Returns the sorted paths of the programs' shared libraries, and of the C library's NSS modules, which ldd does not
 * list because it opens them at run time.
 */
export async function sharedLibraries(programs: readonly string[], signal: AbortSignal): Promise<string[]> {
  const linked = new Set<string>();
  for (const program of programs)
    for (const path of parseLdd(await runCommand('ldd', [program], { signal }))) linked.add(path);
  const libc = [...linked].find((path) => path.includes('/libc.so.'));
  const nameModules = libc
    ? (await readdir(dirname(libc)))
        .filter((name) => /^libnss_(files|dns)\.so\.\d+$/.test(name))
        .map((name) => join(dirname(libc), name))
    : [];
  return [...linked, ...nameModules].sort();
}
