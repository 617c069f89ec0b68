ALTER TABLE "event" DROP CONSTRAINT "event_id_unique";--> statement-breakpoint
ALTER TABLE "event" ADD COLUMN "received_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "event_received" ON "event" USING btree ("received_at") WHERE kind <> 'node.sample';--> statement-breakpoint
CREATE INDEX "event_sample_received" ON "event" USING btree ("received_at") WHERE kind = 'node.sample';--> statement-breakpoint
ALTER TABLE "event" ADD CONSTRAINT "event_id" UNIQUE("organization_id","id");