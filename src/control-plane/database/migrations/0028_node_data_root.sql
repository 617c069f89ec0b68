ALTER TABLE "node" ADD COLUMN "data_root" text;--> statement-breakpoint
ALTER TABLE "node" ADD COLUMN "move" jsonb;