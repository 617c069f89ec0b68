import type { EngineSettings } from '../settings/engine-endpoint.ts';
import type { Store } from '../store/database.ts';
import type { HostSettings } from '../store/host-settings.ts';
import type { ContainerOwner } from './engine/create-container.ts';
import type { EngineClient } from './engine/engine-client.ts';

export interface ExecutorOnEngine extends ContainerOwner {
  client: EngineClient;
  database: Store;
  settings: Omit<HostSettings, keyof EngineSettings>;
}
