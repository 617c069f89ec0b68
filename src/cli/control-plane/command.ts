import type { LazyCommand } from '../program.ts';
import { controlPlaneDescription } from './description.ts';

export const controlPlane: LazyCommand = {
  name: 'control-plane',
  description: controlPlaneDescription,
  files: () => [
    import('./install/install.ts'),
    import('./install/upgrade.ts'),
    import('./install/uninstall.ts'),
    import('./serve.ts'),
    import('./doctor/command.ts'),
    import('./data.ts'),
    import('./check-executor/command.ts'),
  ],
};
