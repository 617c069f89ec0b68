import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A console that can be replaced by another build, as an upgrade of the control plane does. */
export class ChangingConsole implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'satrap-console-'));

  constructor(builtFolder: string) {
    cpSync(builtFolder, this.folder, { recursive: true });
  }

  /** Renames every script, like a change of its content. The old ones are gone. */
  change(): void {
    const assets = join(this.folder, 'assets');
    for (const file of readdirSync(assets)) if (/\.(br|gz)$/.test(file)) rmSync(join(assets, file));
    const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
    const rename = (text: string) =>
      scripts.reduce((changed, name) => changed.replaceAll(name, name.replace(/\.js$/, '0.js')), text);
    for (const name of scripts) {
      writeFileSync(join(assets, name), rename(readFileSync(join(assets, name), 'utf8')));
      renameSync(join(assets, name), join(assets, rename(name)));
    }
    const page = join(this.folder, 'index.html');
    writeFileSync(page, rename(readFileSync(page, 'utf8')));
    const described = Object.entries(
      JSON.parse(readFileSync(join(this.folder, 'files.json'), 'utf8')) as Record<string, { hash: string }>,
    ).map(([file, { hash }]) => {
      const name = rename(file);
      return [name, { hash, bytes: { identity: readFileSync(join(this.folder, name)).length } }];
    });
    writeFileSync(join(this.folder, 'files.json'), JSON.stringify(Object.fromEntries(described)));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
