CREATE INDEX "node_created" ON "node" USING btree ("organization_id","created_at","name");--> statement-breakpoint
CREATE INDEX "node_updated" ON "node" USING btree ("organization_id","updated_at","name");
