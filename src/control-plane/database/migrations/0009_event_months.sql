-- Events are partitioned by the month of their id. The present table becomes the partition of all that belongs to no month, so that no row
-- is moved: its events stay there until their retention ends.
ALTER TABLE "event" RENAME TO "event_rest";--> statement-breakpoint
ALTER TABLE "event_rest" DROP CONSTRAINT "event_pkey";--> statement-breakpoint
ALTER TABLE "event_rest" RENAME CONSTRAINT "event_id" TO "event_rest_id";--> statement-breakpoint
ALTER INDEX "event_feed" RENAME TO "event_rest_feed";--> statement-breakpoint
ALTER INDEX "event_node" RENAME TO "event_rest_node";--> statement-breakpoint
DROP INDEX "event_sample_received";--> statement-breakpoint
DROP INDEX "event_received";--> statement-breakpoint
CREATE TABLE "event" (LIKE "event_rest" INCLUDING DEFAULTS) PARTITION BY RANGE ("id");--> statement-breakpoint
ALTER SEQUENCE "event_sequence_seq" OWNED BY "event"."sequence";--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_id" UNIQUE ("organization_id", "id");--> statement-breakpoint
CREATE INDEX "event_feed" ON "event" USING btree ("organization_id","sequence") WHERE kind <> 'node.sample';--> statement-breakpoint
CREATE INDEX "event_node" ON "event" USING btree ("organization_id","node_name","sequence");--> statement-breakpoint
CREATE INDEX "event_node_id" ON "event" USING btree ("organization_id","node_id","sequence");--> statement-breakpoint
CREATE INDEX "event_executor" ON "event" USING btree ("organization_id","executor_name","sequence");--> statement-breakpoint
CREATE INDEX "event_level" ON "event" USING btree ("organization_id","level","sequence");--> statement-breakpoint
CREATE INDEX "event_kind" ON "event" USING btree ("organization_id","kind","sequence");--> statement-breakpoint
CREATE INDEX "event_time" ON "event" USING btree ("organization_id","at","sequence");--> statement-breakpoint
CREATE INDEX "event_received" ON "event" USING btree ("received_at");--> statement-breakpoint
ALTER TABLE "event" ATTACH PARTITION "event_rest" DEFAULT;
