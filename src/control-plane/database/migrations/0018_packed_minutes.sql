CREATE TABLE "executor_packed_minute" (
	"executor_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"minutes" smallint[] NOT NULL,
	"samples" integer[] NOT NULL,
	"cpu_cores_total" double precision[],
	"cpu_cores_used_by_nodes" double precision[],
	"cpu_cores_free" double precision[],
	"memory_mib_total" double precision[],
	"memory_mib_used_by_nodes" double precision[],
	"memory_mib_free" double precision[],
	"disk_mib_total" double precision[],
	"disk_mib_used_by_nodes" double precision[],
	"disk_mib_free" double precision[]
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "node_packed_minute" (
	"node_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"minutes" smallint[] NOT NULL,
	"samples" integer[] NOT NULL,
	"height" double precision[],
	"headers" double precision[],
	"verification_progress" double precision[],
	"peers_inbound" double precision[],
	"peers_outbound" double precision[],
	"mempool_transactions" double precision[],
	"mempool_bytes" double precision[],
	"size_on_disk_bytes" double precision[],
	"cpu_percent" double precision[],
	"memory_mib" double precision[]
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE INDEX "executor_packed_minute_at" ON "executor_packed_minute" USING btree ("executor_id","at");--> statement-breakpoint
CREATE INDEX "node_packed_minute_at" ON "node_packed_minute" USING btree ("node_id","at");--> statement-breakpoint
CREATE TABLE "executor_packed_minute_rest" PARTITION OF "executor_packed_minute" DEFAULT;--> statement-breakpoint
CREATE TABLE "node_packed_minute_rest" PARTITION OF "node_packed_minute" DEFAULT;
