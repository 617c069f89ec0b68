import { readdirSync, readFileSync } from 'node:fs';

/** Returns the running processes whose command line or environment contains a folder's path, in words. */
export function processesNaming(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const commandLine = read(pid, 'cmdline');
      const isNamed = commandLine.includes(folder) || read(pid, 'environ').includes(folder);
      return isNamed ? [`process ${pid} ${commandLine.slice(0, 120)}`.trim()] : [];
    });
}

/** Returns the words of a process, or nothing for one that has ended or belongs to someone else. */
function read(pid: string, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').join(' ');
  } catch {
    return '';
  }
}
