CREATE TABLE "upgrade_rollout" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"target_version" text NOT NULL,
	"group_size" integer NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "upgrade_rollout_member" (
	"rollout_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"group_number" integer NOT NULL,
	"executor_id" uuid,
	"executor_name" text NOT NULL,
	"upgrade_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upgrade_rollout_member_rollout_id_position_pk" PRIMARY KEY("rollout_id","position")
);
--> statement-breakpoint
ALTER TABLE "upgrade_rollout" ADD CONSTRAINT "upgrade_rollout_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_rollout_member" ADD CONSTRAINT "upgrade_rollout_member_rollout_id_upgrade_rollout_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "public"."upgrade_rollout"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_rollout_member" ADD CONSTRAINT "upgrade_rollout_member_executor_id_executor_id_fk" FOREIGN KEY ("executor_id") REFERENCES "public"."executor"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_rollout_member" ADD CONSTRAINT "upgrade_rollout_member_upgrade_id_executor_upgrade_id_fk" FOREIGN KEY ("upgrade_id") REFERENCES "public"."executor_upgrade"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upgrade_rollout_latest" ON "upgrade_rollout" USING btree ("organization_id","requested_at");--> statement-breakpoint
CREATE INDEX "upgrade_rollout_unended" ON "upgrade_rollout" USING btree ("organization_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "upgrade_rollout_member_executor" ON "upgrade_rollout_member" USING btree ("executor_id");--> statement-breakpoint
CREATE INDEX "upgrade_rollout_member_upgrade" ON "upgrade_rollout_member" USING btree ("upgrade_id");--> statement-breakpoint
CREATE INDEX "upgrade_rollout_member_under_way" ON "upgrade_rollout_member" USING btree ("rollout_id") WHERE state = 'under_way';