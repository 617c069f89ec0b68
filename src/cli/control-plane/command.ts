import type { LazyCommand } from '../program.ts';
import { controlPlaneDescription } from './description.ts';

export const controlPlane: LazyCommand = {
  name: 'control-plane',
  description: controlPlaneDescription,
  files: () => [
    import('./install/install.ts'),
    import('./install/rollback.ts'),
    import('./install/uninstall.ts'),
    import('./serve.ts'),
    import('./health.ts'),
    import('./init.ts'),
    import('./create-key.ts'),
    import('./reset-password.ts'),
    import('./backup.ts'),
  ],
};
