CREATE TABLE "alert_incident" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sequence" bigserial NOT NULL,
	"organization_id" text NOT NULL,
	"code" text NOT NULL,
	"severity" text NOT NULL,
	"status" text NOT NULL,
	"message" text NOT NULL,
	"data" jsonb NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"executor_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"clear_since" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by" text,
	"note" text,
	"notified" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incident_executor_watch" (
	"executor_id" uuid PRIMARY KEY NOT NULL,
	"disk" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incident_node_watch" (
	"node_id" uuid PRIMARY KEY NOT NULL,
	"chain" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_node_override" (
	"node_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"muted" boolean NOT NULL,
	"muted_until" timestamp with time zone,
	"thresholds" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"notify_from" text DEFAULT 'warning' NOT NULL,
	"thresholds" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incident_rule_run" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"enabled" boolean NOT NULL,
	"sealed_secret" text NOT NULL,
	"sealed_former_secret" text,
	"former_secret_until" timestamp with time zone,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp with time zone,
	"gone_at" timestamp with time zone,
	"last_failure" text
);
--> statement-breakpoint
ALTER TABLE "alert_incident" ADD CONSTRAINT "alert_incident_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_executor_watch" ADD CONSTRAINT "incident_executor_watch_executor_id_executor_id_fk" FOREIGN KEY ("executor_id") REFERENCES "public"."executor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_node_watch" ADD CONSTRAINT "incident_node_watch_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_node_override" ADD CONSTRAINT "notification_node_override_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_node_override" ADD CONSTRAINT "notification_node_override_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alert_incident_present" ON "alert_incident" USING btree ("organization_id","code","subject_id") WHERE status <> 'closed';--> statement-breakpoint
CREATE INDEX "alert_incident_latest" ON "alert_incident" USING btree ("organization_id","sequence") WHERE status <> 'pending';--> statement-breakpoint
CREATE INDEX "alert_incident_status" ON "alert_incident" USING btree ("organization_id","status","sequence");--> statement-breakpoint
CREATE INDEX "alert_incident_closed" ON "alert_incident" USING btree ("closed_at") WHERE status = 'closed';--> statement-breakpoint
CREATE INDEX "notification_node_override_organization" ON "notification_node_override" USING btree ("organization_id");