ALTER TABLE "executor" ADD COLUMN "labels" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "executor" ADD COLUMN "cordon" jsonb;--> statement-breakpoint
ALTER TABLE "executor" ADD COLUMN "drain" jsonb;--> statement-breakpoint
ALTER TABLE "node" ADD COLUMN "placement" jsonb;