import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with everything that the demo creates on disk. */
export class DemoFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get controlPlaneData(): string {
    return join(this.root, 'control-plane');
  }

  get agentData(): string {
    return join(this.root, 'agent');
  }

  get executorKey(): string {
    return join(this.root, 'executor.key');
  }

  get personalKey(): string {
    return join(this.root, 'personal.key');
  }

  exists(): boolean {
    return existsSync(this.root);
  }

  make(): void {
    mkdirSync(this.root, { recursive: true, mode: 0o700 });
    chmodSync(this.root, 0o700);
  }

  log(program: string): string {
    return join(this.root, `${program}.log`);
  }

  pidFile(program: string): string {
    return join(this.root, `${program}.pid`);
  }

  has(path: string): boolean {
    return existsSync(path);
  }

  write(path: string, text: string): void {
    writeFileSync(path, text, { mode: 0o600 });
  }

  read(path: string): string {
    return readFileSync(path, 'utf8').trim();
  }

  /** Lists the images that the demo built, one reference per line, so that the clean-up removes only those. */
  get builtImages(): string {
    return join(this.root, 'built-images');
  }

  /** Exists if the demo started the engine, so that the clean-up stops it. */
  get startedEngine(): string {
    return join(this.root, 'started-engine');
  }
}
