import { readdirSync, readFileSync } from 'node:fs';

/** Describes the running processes whose command line or environment contains a folder's path. */
export function processesNaming(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const commandLine = read(pid, 'cmdline');
      const isNamed = commandLine.includes(folder) || read(pid, 'environ').includes(folder);
      return isNamed ? [`process ${pid} ${commandLine.slice(0, 120)}`.trim()] : [];
    });
}

/** Returns a process's command line or environment; empty if it has exited or belongs to another user. */
function read(pid: string, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').join(' ');
  } catch {
    return '';
  }
}
