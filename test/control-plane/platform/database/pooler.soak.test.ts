// The same through the PgBouncer of Debian 13.
import './pooler.parts.test.ts';
