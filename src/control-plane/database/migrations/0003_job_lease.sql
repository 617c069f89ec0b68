CREATE TABLE "job_lease" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"term" integer DEFAULT 1 NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
