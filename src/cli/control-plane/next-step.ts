/** What a person does once there is a database. */
export const nextStep =
  'Next, on a host with systemd: satrap control-plane install. Without a service: satrap control-plane serve';
