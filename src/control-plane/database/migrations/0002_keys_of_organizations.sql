ALTER TABLE "apikey" ALTER COLUMN "config_id" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "apikey" ADD COLUMN "organization_id" text;--> statement-breakpoint
ALTER TABLE "apikey" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "apikey" ADD CONSTRAINT "apikey_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apikey" ADD CONSTRAINT "apikey_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "apikey_organization" ON "apikey" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "apikey_reference" ON "apikey" USING btree ("reference_id");--> statement-breakpoint
-- Purpose and organization of a key were in its metadata, which stays for replicas that still run the former version.
UPDATE "apikey" SET
	"config_id" = "apikey"."metadata"::jsonb ->> 'purpose',
	"organization_id" = "organization"."id",
	"created_by" = (SELECT "user"."id" FROM "user" WHERE "user"."id" = "apikey"."reference_id"),
	"reference_id" = CASE WHEN "apikey"."metadata"::jsonb ->> 'purpose' = 'executor' THEN "organization"."id" ELSE "apikey"."reference_id" END
FROM "organization"
WHERE "organization"."id" = "apikey"."metadata"::jsonb ->> 'organizationId';
