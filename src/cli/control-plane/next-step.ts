/** The next step after the database exists. */
export const nextStep =
  'Next, on a host with systemd: satrap control-plane install. Without a service: satrap control-plane serve';
