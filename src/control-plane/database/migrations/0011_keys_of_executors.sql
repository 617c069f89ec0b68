CREATE TABLE "organization_rpc_credentials" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"sealed_password" text NOT NULL,
	"rpc_auth" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrolment_token" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"hash" text NOT NULL,
	"executor_name" text,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"used_by_instance" text,
	"used_by_name" text,
	"key_id" text,
	CONSTRAINT "enrolment_token_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
DROP INDEX "apikey_organization";--> statement-breakpoint
ALTER TABLE "executor" ADD COLUMN "key_warning" text;--> statement-breakpoint
ALTER TABLE "apikey" ADD COLUMN "executor_name" text;--> statement-breakpoint
ALTER TABLE "apikey" ADD COLUMN "bound_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "apikey" ADD COLUMN "last_address" text;--> statement-breakpoint
ALTER TABLE "apikey" ADD COLUMN "revoked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "apikey" ADD COLUMN "replaces_id" text;--> statement-breakpoint
ALTER TABLE "organization_rpc_credentials" ADD CONSTRAINT "organization_rpc_credentials_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_token" ADD CONSTRAINT "enrolment_token_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_token" ADD CONSTRAINT "enrolment_token_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enrolment_token_list" ON "enrolment_token" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "apikey_list" ON "apikey" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "apikey_executor" ON "apikey" USING btree ("organization_id","executor_name","created_at");--> statement-breakpoint
CREATE INDEX "apikey_replaces" ON "apikey" USING btree ("replaces_id") WHERE replaces_id IS NOT NULL;--> statement-breakpoint
-- No node may be restarted: the organizations that there are keep the pair that they share, and each new one gets its own.
INSERT INTO "organization_rpc_credentials" ("organization_id", "user", "sealed_password", "rpc_auth")
SELECT "organization"."id", "rpc_credentials"."user", "rpc_credentials"."sealed_password", "rpc_credentials"."rpc_auth"
FROM "organization", "rpc_credentials";
