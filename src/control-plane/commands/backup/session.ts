import type { ClientBase } from 'pg';

/** Has values written the same way by any server, whatever its own settings are. */
export async function settleFormats(client: ClientBase): Promise<void> {
  await client.query(
    "SET client_encoding = 'UTF8'; SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET extra_float_digits = 1; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0",
  );
}
