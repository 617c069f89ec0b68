CREATE TABLE "audit_action" (
	"sequence" bigserial PRIMARY KEY NOT NULL,
	"organization_id" text,
	"at" timestamp with time zone NOT NULL,
	"actor_type" text NOT NULL,
	"actor_name" text NOT NULL,
	"user_id" text,
	"api_key_id" text,
	"action" text NOT NULL,
	"target_type" text,
	"target_id" text,
	"target_name" text,
	"error_code" text,
	"address" text,
	"user_agent" text,
	"request_id" uuid,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE INDEX "audit_action_feed" ON "audit_action" USING btree ("organization_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_user" ON "audit_action" USING btree ("organization_id","user_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_api_key" ON "audit_action" USING btree ("organization_id","api_key_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_actor_type" ON "audit_action" USING btree ("organization_id","actor_type","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_action" ON "audit_action" USING btree ("organization_id","action","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_target_type" ON "audit_action" USING btree ("organization_id","target_type","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_target_id" ON "audit_action" USING btree ("organization_id","target_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_target_name" ON "audit_action" USING btree ("organization_id","target_name","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_refused" ON "audit_action" USING btree ("organization_id","sequence") WHERE error_code IS NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_action_at" ON "audit_action" USING btree ("organization_id","at","sequence");--> statement-breakpoint
CREATE FUNCTION "audit_action_only_grows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_action_only_grows" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_action"
	FOR EACH STATEMENT EXECUTE FUNCTION "audit_action_only_grows"();--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_action" FROM PUBLIC, CURRENT_USER;
