CREATE UNLOGGED TABLE "log_chunk" (
	"session_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"dropped" integer NOT NULL,
	"notice" text,
	CONSTRAINT "log_chunk_session_id_sequence_pk" PRIMARY KEY("session_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "log_session" ADD COLUMN "since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "log_session" ADD COLUMN "follow" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "log_session" ADD COLUMN "watched_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "log_session" ADD COLUMN "next_chunk" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "log_session" ADD COLUMN "position" text;--> statement-breakpoint
ALTER TABLE "log_chunk" ADD CONSTRAINT "log_chunk_session_id_log_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."log_session"("id") ON DELETE cascade ON UPDATE no action;