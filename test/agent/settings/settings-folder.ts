import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAgentSettings, type SettingSources } from '../../../src/agent/settings/load.ts';
import { type AgentSettings, SettingsError } from '../../../src/agent/settings/settings.ts';
import { sharedFolder } from '../../harness/scratch-folder.ts';

export const url = 'https://satrap.example.com/graphql';

/** A folder with settings files for an agent that has a URL and a key, for all tests of a file. */
export class SettingsFolder {
  readonly path = sharedFolder('settings');
  readonly key = 'key-of-the-environment';

  /** Writes a file, and returns its path. */
  file(name: string, text: string, mode = 0o600): string {
    const path = join(this.path, name);
    writeFileSync(path, text, { mode });
    chmodSync(path, mode);
    return path;
  }

  /** Creates an empty folder, and returns its path. */
  folder(name: string): string {
    const path = join(this.path, name);
    mkdirSync(path, { mode: 0o700 });
    return path;
  }

  loaded(sources: Partial<SettingSources> = {}): ReturnType<typeof loadAgentSettings> {
    const configPath = this.file('empty.toml', '');
    return loadAgentSettings({ flags: { url }, env: { SATRAP_AGENT_API_KEY: this.key }, configPath, ...sources });
  }

  load = (sources: Partial<SettingSources> = {}): AgentSettings => this.loaded(sources).settings;

  /** The errors of invalid settings. */
  faultsOf(sources: Partial<SettingSources> = {}): readonly string[] {
    try {
      this.load(sources);
    } catch (error) {
      if (error instanceof SettingsError) return error.faults;
      throw error;
    }
    throw new Error('the settings were accepted');
  }
}
