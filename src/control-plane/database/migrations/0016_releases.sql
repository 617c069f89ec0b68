CREATE TABLE "executor_release" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" text NOT NULL,
	"version_key" text NOT NULL,
	"channel" text NOT NULL,
	"notes" text NOT NULL,
	"artifacts" jsonb NOT NULL,
	"image" jsonb,
	"lowest_version" text,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "executor_release_version" UNIQUE("version")
);
--> statement-breakpoint
CREATE TABLE "executor_upgrade" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"executor_id" uuid NOT NULL,
	"release_id" uuid,
	"from_version" text NOT NULL,
	"target_version" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"progress" integer,
	"reason" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "executor" ADD COLUMN "upgradability" jsonb;--> statement-breakpoint
ALTER TABLE "executor_upgrade" ADD CONSTRAINT "executor_upgrade_executor_id_executor_id_fk" FOREIGN KEY ("executor_id") REFERENCES "public"."executor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "executor_upgrade" ADD CONSTRAINT "executor_upgrade_release_id_executor_release_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."executor_release"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "executor_upgrade_pending" ON "executor_upgrade" USING btree ("executor_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "executor_upgrade_history" ON "executor_upgrade" USING btree ("executor_id","requested_at");--> statement-breakpoint
CREATE INDEX "executor_upgrade_recent" ON "executor_upgrade" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "executor_upgrade_release" ON "executor_upgrade" USING btree ("release_id");