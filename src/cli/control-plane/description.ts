export const controlPlaneDescription = 'run the control plane: install, upgrade, serve, init, backup, restore';
