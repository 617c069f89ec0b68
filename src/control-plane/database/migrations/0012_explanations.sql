CREATE TABLE "node_explanation" (
	"node_id" uuid PRIMARY KEY NOT NULL,
	"executor_id" uuid NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"explanation" jsonb,
	"explained_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "executor" ADD COLUMN "features" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "node_explanation" ADD CONSTRAINT "node_explanation_node_id_node_id_fk" FOREIGN KEY ("node_id") REFERENCES "public"."node"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "node_explanation_executor" ON "node_explanation" USING btree ("executor_id","requested_at");