ALTER TABLE "node" ADD COLUMN "rpc_auths" jsonb;--> statement-breakpoint
ALTER TABLE "organization_rpc_credentials" ADD COLUMN "rotation" jsonb;--> statement-breakpoint
ALTER TABLE "organization_rpc_credentials" ADD COLUMN "is_rotating" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "organization_rpc_credentials_rotating" ON "organization_rpc_credentials" USING btree ("organization_id") WHERE is_rotating;