export const controlPlaneDescription =
  'the GraphQL service that people and programs drive: install, upgrade, serve, init, backup, restore';
