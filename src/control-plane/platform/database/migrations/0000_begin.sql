-- drizzle-kit wrote the tables and indexes. By hand: PARTITION BY and the default partitions, UNLOGGED, WITH, INCLUDE, the columns of
-- SET NULL, SET LOGGED, and triggers.
CREATE UNLOGGED TABLE "bus_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bus_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message" text NOT NULL
);
--> statement-breakpoint
-- A sequence follows its unlogged table. On a standby that is promoted before its next checkpoint, it would have no page.
ALTER SEQUENCE "bus_outbox_id_seq" SET LOGGED;--> statement-breakpoint
CREATE TABLE "job_lease" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" uuid NOT NULL,
	"term" integer DEFAULT 1 NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "apikey" (
	"id" text PRIMARY KEY NOT NULL,
	"config_id" text NOT NULL,
	"name" text,
	"start" text,
	"reference_id" text NOT NULL,
	"prefix" text,
	"key" text NOT NULL,
	"enabled" boolean DEFAULT true,
	"last_request" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"organization_id" text,
	"created_by" text,
	"executor_name" text,
	"bound_at" timestamp with time zone,
	"last_address" text,
	"revoked_at" timestamp with time zone,
	"replaces_id" text,
	"recovers" boolean DEFAULT false NOT NULL,
	CONSTRAINT "apikey_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "enrolment_token" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"hash" text NOT NULL,
	"executor_name" text,
	"recovers" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"inviter_id" text NOT NULL,
	"token_hash" text,
	CONSTRAINT "invitation_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_from_groups" boolean DEFAULT false NOT NULL,
	CONSTRAINT "member_of_organization" UNIQUE("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"logo" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"metadata" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"maintenance" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"maintenance_revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "organization_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	"active_organization_id" text,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "single_sign_on_attempt" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"refusal" text,
	"has_finding" boolean NOT NULL,
	"received" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"tokens" real NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean DEFAULT true,
	"failed_verification_count" integer DEFAULT 0,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"two_factor_enabled" boolean DEFAULT false,
	"is_system_admin" boolean DEFAULT false NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_request" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"executor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"args" jsonb NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"result" text,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"awaited_until" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "agent_request_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "log_chunk" (
	"organization_id" text NOT NULL,
	"request_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"chunk" jsonb NOT NULL,
	CONSTRAINT "log_chunk_organization_id_request_id_sequence_pk" PRIMARY KEY("organization_id","request_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "audit_action" (
	"sequence" integer DEFAULT 0 NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
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
	"unrecorded" integer,
	"before" jsonb,
	"after" jsonb,
	"hash" "bytea" DEFAULT '' NOT NULL,
	CONSTRAINT "audit_action_organization_id_sequence_pk" PRIMARY KEY("organization_id","sequence"),
	CONSTRAINT "audit_action_hash" CHECK (octet_length(hash) BETWEEN 1 AND 64)
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"sequence" integer NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_channel" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sealed_target" text NOT NULL,
	"target" text NOT NULL,
	"lowest_severity" text NOT NULL,
	"enabled" boolean NOT NULL,
	"secrets" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_sequence" integer DEFAULT 0 NOT NULL,
	"last_delivered_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"gone_at" timestamp with time zone,
	"last_failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_channel_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "notification_channel_name" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"channel_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"type" text NOT NULL,
	"incident_id" uuid,
	"body" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"claim_id" uuid,
	"acknowledged_at" timestamp with time zone,
	CONSTRAINT "webhook_delivery_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "event" (
	"sequence" bigserial NOT NULL,
	"id" uuid NOT NULL,
	"organization_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"level" text NOT NULL,
	"kind" text NOT NULL,
	"message" text NOT NULL,
	"data" jsonb,
	"executor_name" text,
	"node_name" text,
	"node_id" uuid,
	CONSTRAINT "event_organization_id_id_pk" PRIMARY KEY("organization_id","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
-- A heartbeat changes little: its new row fits beside the old one, and what is wide stays where it is.
CREATE TABLE "executor" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"channel" text NOT NULL,
	"instance_id" text NOT NULL,
	"capabilities" jsonb NOT NULL,
	"resources" jsonb NOT NULL,
	"orphans" jsonb NOT NULL,
	"observed_digest" text NOT NULL,
	"key_warning" text,
	"last_seen_at" timestamp with time zone NOT NULL,
	"heartbeat_interval_seconds" integer NOT NULL,
	"online" boolean NOT NULL,
	"desired_revision" integer DEFAULT 1 NOT NULL,
	"gateway_digest" text,
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"cordon" jsonb,
	"drain" jsonb,
	"upgradability" jsonb,
	"uninstalled_at" timestamp with time zone,
	"recovery" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "executor_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	-- With the id, a search for part of a name reads nothing but this index.
	CONSTRAINT "executor_name" UNIQUE("organization_id","name") INCLUDE ("id")
) WITH (fillfactor = 70, toast_tuple_target = 512);
--> statement-breakpoint
CREATE TABLE "executor_offer" (
	"organization_id" text NOT NULL,
	"executor_id" uuid NOT NULL,
	"nodes" jsonb NOT NULL,
	"offered_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "executor_offer_organization_id_executor_id_pk" PRIMARY KEY("organization_id","executor_id")
);
--> statement-breakpoint
CREATE TABLE "idempotent_answer" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_incident" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
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
	"notified" boolean DEFAULT false NOT NULL,
	CONSTRAINT "alert_incident_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "chain_network" (
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"network" text NOT NULL,
	"state" text NOT NULL,
	"height" integer NOT NULL,
	"node_count" integer NOT NULL,
	"branches" jsonb NOT NULL,
	CONSTRAINT "chain_network_organization_id_name_pk" PRIMARY KEY("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "incident_executor_watch" (
	"organization_id" text NOT NULL,
	"executor_id" uuid NOT NULL,
	"disk" jsonb NOT NULL,
	CONSTRAINT "incident_executor_watch_organization_id_executor_id_pk" PRIMARY KEY("organization_id","executor_id")
);
--> statement-breakpoint
CREATE TABLE "incident_node_watch" (
	"organization_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"chain" jsonb NOT NULL,
	CONSTRAINT "incident_node_watch_organization_id_node_id_pk" PRIMARY KEY("organization_id","node_id")
);
--> statement-breakpoint
CREATE TABLE "incident_rule_mark" (
	"organization_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "incident_rule_mark_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"executor_id" uuid,
	CONSTRAINT "incident_rule_mark_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "backup_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"scheduled_since" timestamp with time zone,
	"disabled_at" timestamp with time zone,
	"last_at" timestamp with time zone,
	"last_rows" integer
);
--> statement-breakpoint
CREATE TABLE "incident_rule_run" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"runner" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "executor_hour" (
	"organization_id" text NOT NULL,
	"executor_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"samples" integer NOT NULL,
	"cpu_cores_total_min" double precision,
	"cpu_cores_total_max" double precision,
	"cpu_cores_total_sum" double precision,
	"cpu_cores_total_last" double precision,
	"cpu_cores_total_count" integer NOT NULL,
	"cpu_cores_used_by_nodes_min" double precision,
	"cpu_cores_used_by_nodes_max" double precision,
	"cpu_cores_used_by_nodes_sum" double precision,
	"cpu_cores_used_by_nodes_last" double precision,
	"cpu_cores_used_by_nodes_count" integer NOT NULL,
	"cpu_cores_free_min" double precision,
	"cpu_cores_free_max" double precision,
	"cpu_cores_free_sum" double precision,
	"cpu_cores_free_last" double precision,
	"cpu_cores_free_count" integer NOT NULL,
	"memory_mib_total_min" double precision,
	"memory_mib_total_max" double precision,
	"memory_mib_total_sum" double precision,
	"memory_mib_total_last" double precision,
	"memory_mib_total_count" integer NOT NULL,
	"memory_mib_used_by_nodes_min" double precision,
	"memory_mib_used_by_nodes_max" double precision,
	"memory_mib_used_by_nodes_sum" double precision,
	"memory_mib_used_by_nodes_last" double precision,
	"memory_mib_used_by_nodes_count" integer NOT NULL,
	"memory_mib_free_min" double precision,
	"memory_mib_free_max" double precision,
	"memory_mib_free_sum" double precision,
	"memory_mib_free_last" double precision,
	"memory_mib_free_count" integer NOT NULL,
	"disk_gib_total_min" double precision,
	"disk_gib_total_max" double precision,
	"disk_gib_total_sum" double precision,
	"disk_gib_total_last" double precision,
	"disk_gib_total_count" integer NOT NULL,
	"disk_gib_used_by_nodes_min" double precision,
	"disk_gib_used_by_nodes_max" double precision,
	"disk_gib_used_by_nodes_sum" double precision,
	"disk_gib_used_by_nodes_last" double precision,
	"disk_gib_used_by_nodes_count" integer NOT NULL,
	"disk_gib_free_min" double precision,
	"disk_gib_free_max" double precision,
	"disk_gib_free_sum" double precision,
	"disk_gib_free_last" double precision,
	"disk_gib_free_count" integer NOT NULL,
	CONSTRAINT "executor_hour_organization_id_executor_id_at_pk" PRIMARY KEY("organization_id","executor_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "executor_minute" (
	"organization_id" text NOT NULL,
	"executor_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"cpu_cores_total" double precision,
	"cpu_cores_used_by_nodes" double precision,
	"cpu_cores_free" double precision,
	"memory_mib_total" double precision,
	"memory_mib_used_by_nodes" double precision,
	"memory_mib_free" double precision,
	"disk_gib_total" double precision,
	"disk_gib_used_by_nodes" double precision,
	"disk_gib_free" double precision,
	CONSTRAINT "executor_minute_organization_id_executor_id_at_pk" PRIMARY KEY("organization_id","executor_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "executor_packed_minute" (
	"organization_id" text NOT NULL,
	"executor_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"minutes" smallint[] NOT NULL,
	"samples" integer[] NOT NULL,
	"cpu_cores_total" double precision[],
	"cpu_cores_used_by_nodes" double precision[],
	"cpu_cores_free" double precision[],
	"memory_mib_total" double precision[],
	"memory_mib_used_by_nodes" double precision[],
	"memory_mib_free" double precision[],
	"disk_gib_total" double precision[],
	"disk_gib_used_by_nodes" double precision[],
	"disk_gib_free" double precision[]
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "node_hour" (
	"organization_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"samples" integer NOT NULL,
	"height_min" double precision,
	"height_max" double precision,
	"height_sum" double precision,
	"height_last" double precision,
	"height_count" integer NOT NULL,
	"headers_min" double precision,
	"headers_max" double precision,
	"headers_sum" double precision,
	"headers_last" double precision,
	"headers_count" integer NOT NULL,
	"verification_progress_min" double precision,
	"verification_progress_max" double precision,
	"verification_progress_sum" double precision,
	"verification_progress_last" double precision,
	"verification_progress_count" integer NOT NULL,
	"peers_inbound_min" double precision,
	"peers_inbound_max" double precision,
	"peers_inbound_sum" double precision,
	"peers_inbound_last" double precision,
	"peers_inbound_count" integer NOT NULL,
	"peers_outbound_min" double precision,
	"peers_outbound_max" double precision,
	"peers_outbound_sum" double precision,
	"peers_outbound_last" double precision,
	"peers_outbound_count" integer NOT NULL,
	"mempool_transactions_min" double precision,
	"mempool_transactions_max" double precision,
	"mempool_transactions_sum" double precision,
	"mempool_transactions_last" double precision,
	"mempool_transactions_count" integer NOT NULL,
	"mempool_virtual_bytes_min" double precision,
	"mempool_virtual_bytes_max" double precision,
	"mempool_virtual_bytes_sum" double precision,
	"mempool_virtual_bytes_last" double precision,
	"mempool_virtual_bytes_count" integer NOT NULL,
	"mempool_usage_bytes_min" double precision,
	"mempool_usage_bytes_max" double precision,
	"mempool_usage_bytes_sum" double precision,
	"mempool_usage_bytes_last" double precision,
	"mempool_usage_bytes_count" integer NOT NULL,
	"size_on_disk_bytes_min" double precision,
	"size_on_disk_bytes_max" double precision,
	"size_on_disk_bytes_sum" double precision,
	"size_on_disk_bytes_last" double precision,
	"size_on_disk_bytes_count" integer NOT NULL,
	"cpu_percent_min" double precision,
	"cpu_percent_max" double precision,
	"cpu_percent_sum" double precision,
	"cpu_percent_last" double precision,
	"cpu_percent_count" integer NOT NULL,
	"memory_mib_min" double precision,
	"memory_mib_max" double precision,
	"memory_mib_sum" double precision,
	"memory_mib_last" double precision,
	"memory_mib_count" integer NOT NULL,
	"received_bytes_per_second_min" double precision,
	"received_bytes_per_second_max" double precision,
	"received_bytes_per_second_sum" double precision,
	"received_bytes_per_second_last" double precision,
	"received_bytes_per_second_count" integer NOT NULL,
	"sent_bytes_per_second_min" double precision,
	"sent_bytes_per_second_max" double precision,
	"sent_bytes_per_second_sum" double precision,
	"sent_bytes_per_second_last" double precision,
	"sent_bytes_per_second_count" integer NOT NULL,
	"mempool_min_fee_min" double precision,
	"mempool_min_fee_max" double precision,
	"mempool_min_fee_sum" double precision,
	"mempool_min_fee_last" double precision,
	"mempool_min_fee_count" integer NOT NULL,
	"written_bytes_per_day_min" double precision,
	"written_bytes_per_day_max" double precision,
	"written_bytes_per_day_sum" double precision,
	"written_bytes_per_day_last" double precision,
	"written_bytes_per_day_count" integer NOT NULL,
	"unbroadcast_transactions_min" double precision,
	"unbroadcast_transactions_max" double precision,
	"unbroadcast_transactions_sum" double precision,
	"unbroadcast_transactions_last" double precision,
	"unbroadcast_transactions_count" integer NOT NULL,
	"warning_count_min" double precision,
	"warning_count_max" double precision,
	"warning_count_sum" double precision,
	"warning_count_last" double precision,
	"warning_count_count" integer NOT NULL,
	"index_progress_min" double precision,
	"index_progress_max" double precision,
	"index_progress_sum" double precision,
	"index_progress_last" double precision,
	"index_progress_count" integer NOT NULL,
	"valid_fork_tips_min" double precision,
	"valid_fork_tips_max" double precision,
	"valid_fork_tips_sum" double precision,
	"valid_fork_tips_last" double precision,
	"valid_fork_tips_count" integer NOT NULL,
	"valid_headers_tips_min" double precision,
	"valid_headers_tips_max" double precision,
	"valid_headers_tips_sum" double precision,
	"valid_headers_tips_last" double precision,
	"valid_headers_tips_count" integer NOT NULL,
	"headers_only_tips_min" double precision,
	"headers_only_tips_max" double precision,
	"headers_only_tips_sum" double precision,
	"headers_only_tips_last" double precision,
	"headers_only_tips_count" integer NOT NULL,
	"invalid_tips_min" double precision,
	"invalid_tips_max" double precision,
	"invalid_tips_sum" double precision,
	"invalid_tips_last" double precision,
	"invalid_tips_count" integer NOT NULL,
	CONSTRAINT "node_hour_organization_id_node_id_at_pk" PRIMARY KEY("organization_id","node_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "node_minute" (
	"organization_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"seconds" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"samples" integer NOT NULL,
	"height_min" double precision,
	"height_max" double precision,
	"height_sum" double precision,
	"height_last" double precision,
	"height_count" integer NOT NULL,
	"headers_min" double precision,
	"headers_max" double precision,
	"headers_sum" double precision,
	"headers_last" double precision,
	"headers_count" integer NOT NULL,
	"verification_progress_min" double precision,
	"verification_progress_max" double precision,
	"verification_progress_sum" double precision,
	"verification_progress_last" double precision,
	"verification_progress_count" integer NOT NULL,
	"peers_inbound_min" double precision,
	"peers_inbound_max" double precision,
	"peers_inbound_sum" double precision,
	"peers_inbound_last" double precision,
	"peers_inbound_count" integer NOT NULL,
	"peers_outbound_min" double precision,
	"peers_outbound_max" double precision,
	"peers_outbound_sum" double precision,
	"peers_outbound_last" double precision,
	"peers_outbound_count" integer NOT NULL,
	"mempool_transactions_min" double precision,
	"mempool_transactions_max" double precision,
	"mempool_transactions_sum" double precision,
	"mempool_transactions_last" double precision,
	"mempool_transactions_count" integer NOT NULL,
	"mempool_virtual_bytes_min" double precision,
	"mempool_virtual_bytes_max" double precision,
	"mempool_virtual_bytes_sum" double precision,
	"mempool_virtual_bytes_last" double precision,
	"mempool_virtual_bytes_count" integer NOT NULL,
	"mempool_usage_bytes_min" double precision,
	"mempool_usage_bytes_max" double precision,
	"mempool_usage_bytes_sum" double precision,
	"mempool_usage_bytes_last" double precision,
	"mempool_usage_bytes_count" integer NOT NULL,
	"size_on_disk_bytes_min" double precision,
	"size_on_disk_bytes_max" double precision,
	"size_on_disk_bytes_sum" double precision,
	"size_on_disk_bytes_last" double precision,
	"size_on_disk_bytes_count" integer NOT NULL,
	"cpu_percent_min" double precision,
	"cpu_percent_max" double precision,
	"cpu_percent_sum" double precision,
	"cpu_percent_last" double precision,
	"cpu_percent_count" integer NOT NULL,
	"memory_mib_min" double precision,
	"memory_mib_max" double precision,
	"memory_mib_sum" double precision,
	"memory_mib_last" double precision,
	"memory_mib_count" integer NOT NULL,
	"received_bytes_per_second_min" double precision,
	"received_bytes_per_second_max" double precision,
	"received_bytes_per_second_sum" double precision,
	"received_bytes_per_second_last" double precision,
	"received_bytes_per_second_count" integer NOT NULL,
	"sent_bytes_per_second_min" double precision,
	"sent_bytes_per_second_max" double precision,
	"sent_bytes_per_second_sum" double precision,
	"sent_bytes_per_second_last" double precision,
	"sent_bytes_per_second_count" integer NOT NULL,
	"mempool_min_fee_min" double precision,
	"mempool_min_fee_max" double precision,
	"mempool_min_fee_sum" double precision,
	"mempool_min_fee_last" double precision,
	"mempool_min_fee_count" integer NOT NULL,
	"written_bytes_per_day_min" double precision,
	"written_bytes_per_day_max" double precision,
	"written_bytes_per_day_sum" double precision,
	"written_bytes_per_day_last" double precision,
	"written_bytes_per_day_count" integer NOT NULL,
	"unbroadcast_transactions_min" double precision,
	"unbroadcast_transactions_max" double precision,
	"unbroadcast_transactions_sum" double precision,
	"unbroadcast_transactions_last" double precision,
	"unbroadcast_transactions_count" integer NOT NULL,
	"warning_count_min" double precision,
	"warning_count_max" double precision,
	"warning_count_sum" double precision,
	"warning_count_last" double precision,
	"warning_count_count" integer NOT NULL,
	"index_progress_min" double precision,
	"index_progress_max" double precision,
	"index_progress_sum" double precision,
	"index_progress_last" double precision,
	"index_progress_count" integer NOT NULL,
	"valid_fork_tips_min" double precision,
	"valid_fork_tips_max" double precision,
	"valid_fork_tips_sum" double precision,
	"valid_fork_tips_last" double precision,
	"valid_fork_tips_count" integer NOT NULL,
	"valid_headers_tips_min" double precision,
	"valid_headers_tips_max" double precision,
	"valid_headers_tips_sum" double precision,
	"valid_headers_tips_last" double precision,
	"valid_headers_tips_count" integer NOT NULL,
	"headers_only_tips_min" double precision,
	"headers_only_tips_max" double precision,
	"headers_only_tips_sum" double precision,
	"headers_only_tips_last" double precision,
	"headers_only_tips_count" integer NOT NULL,
	"invalid_tips_min" double precision,
	"invalid_tips_max" double precision,
	"invalid_tips_sum" double precision,
	"invalid_tips_last" double precision,
	"invalid_tips_count" integer NOT NULL,
	CONSTRAINT "node_minute_organization_id_node_id_at_pk" PRIMARY KEY("organization_id","node_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "node_packed_minute" (
	"organization_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"minutes" smallint[] NOT NULL,
	"samples" integer[] NOT NULL,
	"height" double precision[],
	"headers" double precision[],
	"verification_progress" double precision[],
	"peers_inbound" double precision[],
	"peers_outbound" double precision[],
	"mempool_transactions" double precision[],
	"mempool_virtual_bytes" double precision[],
	"mempool_usage_bytes" double precision[],
	"size_on_disk_bytes" double precision[],
	"cpu_percent" double precision[],
	"memory_mib" double precision[],
	"received_bytes_per_second" double precision[],
	"sent_bytes_per_second" double precision[],
	"mempool_min_fee" double precision[],
	"written_bytes_per_day" double precision[],
	"unbroadcast_transactions" double precision[],
	"warning_count" double precision[],
	"index_progress" double precision[],
	"valid_fork_tips" double precision[],
	"valid_headers_tips" double precision[],
	"headers_only_tips" double precision[],
	"invalid_tips" double precision[]
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "node_sample" (
	"organization_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"height" double precision,
	"headers" double precision,
	"verification_progress" double precision,
	"peers_inbound" double precision,
	"peers_outbound" double precision,
	"mempool_transactions" double precision,
	"mempool_virtual_bytes" double precision,
	"mempool_usage_bytes" double precision,
	"size_on_disk_bytes" double precision,
	"cpu_percent" double precision,
	"memory_mib" double precision,
	"received_bytes_per_second" double precision,
	"sent_bytes_per_second" double precision,
	"mempool_min_fee" double precision,
	"written_bytes_per_day" double precision,
	"unbroadcast_transactions" double precision,
	"warning_count" double precision,
	"index_progress" double precision,
	"valid_fork_tips" double precision,
	"valid_headers_tips" double precision,
	"headers_only_tips" double precision,
	"invalid_tips" double precision,
	CONSTRAINT "node_sample_organization_id_node_id_at_pk" PRIMARY KEY("organization_id","node_id","at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "node_operation" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"step" text,
	"progress" double precision,
	"cancellable" boolean DEFAULT false NOT NULL,
	"reason" text,
	"result" jsonb,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "node_operation_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "node" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"executor_id" uuid NOT NULL,
	"name" text NOT NULL,
	"network" text NOT NULL,
	"signet" jsonb,
	"client" text NOT NULL,
	"client_version" text NOT NULL,
	"first_client_version" text,
	"tor" jsonb,
	"node_type" text NOT NULL,
	"cpu_cores" double precision NOT NULL,
	"memory_mib" integer NOT NULL,
	"disk_gib" integer NOT NULL,
	"overrides" jsonb NOT NULL,
	"labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"desired_state" text NOT NULL,
	"restart_counter" integer DEFAULT 0 NOT NULL,
	"data_policy" text DEFAULT 'keep' NOT NULL,
	"revert_failed_change" boolean DEFAULT true NOT NULL,
	"removable_wallets" jsonb,
	"revision" integer DEFAULT 1 NOT NULL,
	"observed" jsonb,
	"observed_at" timestamp with time zone,
	"metrics" jsonb,
	"metrics_at" timestamp with time zone,
	"rpc_auths" jsonb,
	"data_root" text,
	"placement" jsonb,
	"created_with_data" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "node_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
-- Each block changes all heights: the new row fits beside the old one.
CREATE TABLE "node_listing" (
	"id" uuid NOT NULL,
	"organization_id" text NOT NULL,
	"executor_id" uuid NOT NULL,
	"name" text NOT NULL,
	"network" text NOT NULL,
	"network_name" text NOT NULL,
	"client_version" text NOT NULL,
	"desired_state" text NOT NULL,
	"phase" text,
	"problems" text[] NOT NULL,
	"height" integer,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "node_listing_organization_id_id_pk" PRIMARY KEY("organization_id","id")
) WITH (fillfactor = 90);
--> statement-breakpoint
CREATE TABLE "notification_node_override" (
	"organization_id" text NOT NULL,
	"node_id" uuid NOT NULL,
	"muted" boolean NOT NULL,
	"muted_until" timestamp with time zone,
	"thresholds" jsonb NOT NULL,
	CONSTRAINT "notification_node_override_organization_id_node_id_pk" PRIMARY KEY("organization_id","node_id")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"thresholds" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consumer" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"name" text NOT NULL,
	"preset" text NOT NULL,
	"added_methods" jsonb NOT NULL,
	"removed_methods" jsonb NOT NULL,
	"secrets" jsonb NOT NULL,
	"calls_per_second" integer NOT NULL,
	"calls_in_flight" integer NOT NULL,
	"expires_at" timestamp with time zone,
	"expiry_recorded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consumer_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "consumer_name" UNIQUE("organization_id","endpoint_id","name")
);
--> statement-breakpoint
CREATE TABLE "consumer_usage" (
	"organization_id" text NOT NULL,
	"consumer_id" uuid NOT NULL,
	"executor_id" uuid NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"counted_since" timestamp with time zone NOT NULL,
	"counts" jsonb NOT NULL,
	"earlier" jsonb NOT NULL,
	CONSTRAINT "consumer_usage_organization_id_consumer_id_executor_id_pk" PRIMARY KEY("organization_id","consumer_id","executor_id")
);
--> statement-breakpoint
CREATE TABLE "endpoint" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"name" text NOT NULL,
	"network" text NOT NULL,
	"node_ids" jsonb,
	"node_labels" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"executor_ids" jsonb NOT NULL,
	"address" text NOT NULL,
	"port" integer NOT NULL,
	"tls" jsonb,
	"pinned_block_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "endpoint_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "endpoint_name" UNIQUE("organization_id","name")
);
--> statement-breakpoint
CREATE TABLE "endpoint_call" (
	"organization_id" text NOT NULL,
	"id" uuid NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "endpoint_call_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "endpoint_report" (
	"organization_id" text NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"executor_id" uuid NOT NULL,
	"is_listening" boolean NOT NULL,
	"reason" text,
	"digest" text,
	"members" jsonb NOT NULL,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "endpoint_report_organization_id_endpoint_id_executor_id_pk" PRIMARY KEY("organization_id","endpoint_id","executor_id")
);
--> statement-breakpoint
CREATE TABLE "executor_release" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"version" text NOT NULL,
	"version_key" text NOT NULL,
	"channel" text NOT NULL,
	"notes" text NOT NULL,
	"artifacts" jsonb NOT NULL,
	"image" jsonb,
	"lowest_version" text,
	"withdrawn_at" timestamp with time zone,
	"withdrawn_reason" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "executor_release_version" UNIQUE("version")
);
--> statement-breakpoint
CREATE TABLE "executor_upgrade" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"executor_id" uuid NOT NULL,
	"release_id" uuid,
	"from_version" text NOT NULL,
	"target_version" text NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"progress" double precision,
	"reason" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "executor_upgrade_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "node_rollout" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"summary" text NOT NULL,
	"parallel" integer NOT NULL,
	"policy" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"undoes" uuid,
	"requested_by" text NOT NULL,
	"actor" jsonb NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "node_rollout_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "node_rollout_member" (
	"organization_id" text NOT NULL,
	"rollout_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"group_number" integer NOT NULL,
	"node_id" uuid NOT NULL,
	"node_name" text NOT NULL,
	"request" jsonb NOT NULL,
	"changes" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"wait_code" text,
	"wait_message" text,
	"rehearsal_id" uuid,
	"revision" integer,
	"before" jsonb,
	"previous" jsonb,
	"started_at" timestamp with time zone,
	"deadline" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "node_rollout_member_organization_id_rollout_id_position_pk" PRIMARY KEY("organization_id","rollout_id","position")
);
--> statement-breakpoint
CREATE TABLE "upgrade_rollout" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"organization_id" text NOT NULL,
	"target_version" text NOT NULL,
	"group_size" integer NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "upgrade_rollout_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "upgrade_rollout_member" (
	"organization_id" text NOT NULL,
	"rollout_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"group_number" integer NOT NULL,
	"executor_id" uuid,
	"executor_name" text NOT NULL,
	"upgrade_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upgrade_rollout_member_organization_id_rollout_id_position_pk" PRIMARY KEY("organization_id","rollout_id","position")
);
--> statement-breakpoint
CREATE TABLE "organization_rpc_credentials" (
	"organization_id" text PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"sealed_password" text NOT NULL,
	"rpc_auth" text NOT NULL,
	"sealed_gateway_key" text,
	"rotation" jsonb,
	"is_rotating" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rpc_credentials" (
	"id" integer PRIMARY KEY NOT NULL,
	"user" text NOT NULL,
	"sealed_password" text NOT NULL,
	"rpc_auth" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apikey" ADD CONSTRAINT "apikey_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apikey" ADD CONSTRAINT "apikey_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_token" ADD CONSTRAINT "enrolment_token_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrolment_token" ADD CONSTRAINT "enrolment_token_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_inviter_id_user_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_request" ADD CONSTRAINT "agent_request_organization_id_node_id_node_organization_id_id_fk" FOREIGN KEY ("organization_id","node_id") REFERENCES "public"."node"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "log_chunk" ADD CONSTRAINT "log_chunk_organization_id_request_id_agent_request_organization_id_id_fk" FOREIGN KEY ("organization_id","request_id") REFERENCES "public"."agent_request"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channel" ADD CONSTRAINT "notification_channel_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "executor" ADD CONSTRAINT "executor_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "executor_offer" ADD CONSTRAINT "executor_offer_organization_id_executor_id_executor_organization_id_id_fk" FOREIGN KEY ("organization_id","executor_id") REFERENCES "public"."executor"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_incident" ADD CONSTRAINT "alert_incident_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chain_network" ADD CONSTRAINT "chain_network_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_executor_watch" ADD CONSTRAINT "incident_executor_watch_organization_id_executor_id_executor_organization_id_id_fk" FOREIGN KEY ("organization_id","executor_id") REFERENCES "public"."executor"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_node_watch" ADD CONSTRAINT "incident_node_watch_organization_id_node_id_node_organization_id_id_fk" FOREIGN KEY ("organization_id","node_id") REFERENCES "public"."node"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node_operation" ADD CONSTRAINT "node_operation_organization_id_node_id_node_organization_id_id_fk" FOREIGN KEY ("organization_id","node_id") REFERENCES "public"."node"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node" ADD CONSTRAINT "node_organization_id_executor_id_executor_organization_id_id_fk" FOREIGN KEY ("organization_id","executor_id") REFERENCES "public"."executor"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node_listing" ADD CONSTRAINT "node_listing_organization_id_id_node_organization_id_id_fk" FOREIGN KEY ("organization_id","id") REFERENCES "public"."node"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_node_override" ADD CONSTRAINT "notification_node_override_organization_id_node_id_node_organization_id_id_fk" FOREIGN KEY ("organization_id","node_id") REFERENCES "public"."node"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "executor_upgrade" ADD CONSTRAINT "executor_upgrade_release_id_executor_release_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."executor_release"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "executor_upgrade" ADD CONSTRAINT "executor_upgrade_organization_id_executor_id_executor_organization_id_id_fk" FOREIGN KEY ("organization_id","executor_id") REFERENCES "public"."executor"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node_rollout" ADD CONSTRAINT "node_rollout_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "node_rollout_member" ADD CONSTRAINT "node_rollout_member_organization_id_rollout_id_node_rollout_organization_id_id_fk" FOREIGN KEY ("organization_id","rollout_id") REFERENCES "public"."node_rollout"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_rollout" ADD CONSTRAINT "upgrade_rollout_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_rollout_member" ADD CONSTRAINT "upgrade_rollout_member_organization_id_rollout_id_upgrade_rollout_organization_id_id_fk" FOREIGN KEY ("organization_id","rollout_id") REFERENCES "public"."upgrade_rollout"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_rollout_member" ADD CONSTRAINT "upgrade_rollout_member_organization_id_executor_id_executor_organization_id_id_fk" FOREIGN KEY ("organization_id","executor_id") REFERENCES "public"."executor"("organization_id","id") ON DELETE set null ("executor_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upgrade_rollout_member" ADD CONSTRAINT "upgrade_rollout_member_organization_id_upgrade_id_executor_upgrade_organization_id_id_fk" FOREIGN KEY ("organization_id","upgrade_id") REFERENCES "public"."executor_upgrade"("organization_id","id") ON DELETE set null ("upgrade_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_rpc_credentials" ADD CONSTRAINT "organization_rpc_credentials_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer" ADD CONSTRAINT "consumer_organization_id_endpoint_id_endpoint_organization_id_id_fk" FOREIGN KEY ("organization_id","endpoint_id") REFERENCES "public"."endpoint"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer_usage" ADD CONSTRAINT "consumer_usage_organization_id_consumer_id_consumer_organization_id_id_fk" FOREIGN KEY ("organization_id","consumer_id") REFERENCES "public"."consumer"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consumer_usage" ADD CONSTRAINT "consumer_usage_organization_id_executor_id_executor_organization_id_id_fk" FOREIGN KEY ("organization_id","executor_id") REFERENCES "public"."executor"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "endpoint" ADD CONSTRAINT "endpoint_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "endpoint_call" ADD CONSTRAINT "endpoint_call_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "endpoint_report" ADD CONSTRAINT "endpoint_report_organization_id_endpoint_id_endpoint_organization_id_id_fk" FOREIGN KEY ("organization_id","endpoint_id") REFERENCES "public"."endpoint"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "endpoint_report" ADD CONSTRAINT "endpoint_report_organization_id_executor_id_executor_organization_id_id_fk" FOREIGN KEY ("organization_id","executor_id") REFERENCES "public"."executor"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "endpoint_call_recorded" ON "endpoint_call" USING btree ("recorded_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_user" ON "account" USING btree ("user_id","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "account_identity" ON "account" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "apikey_list" ON "apikey" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "apikey_executor" ON "apikey" USING btree ("organization_id","executor_name","created_at");--> statement-breakpoint
CREATE INDEX "apikey_reference" ON "apikey" USING btree ("reference_id");--> statement-breakpoint
CREATE INDEX "apikey_replaces" ON "apikey" USING btree ("replaces_id") WHERE replaces_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "enrolment_token_list" ON "enrolment_token" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invitation_organization" ON "invitation" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "member_user" ON "member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires_at" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "throttle_updated_at" ON "throttle" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "two_factor_user" ON "two_factor" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verification_expires_at" ON "verification" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "agent_request_pending" ON "agent_request" USING btree ("executor_id") WHERE "agent_request"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "agent_request_node" ON "agent_request" USING btree ("node_id","kind");--> statement-breakpoint
CREATE INDEX "audit_action_user" ON "audit_action" USING btree ("organization_id","user_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_api_key" ON "audit_action" USING btree ("organization_id","api_key_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_actor_type" ON "audit_action" USING btree ("organization_id","actor_type","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_action" ON "audit_action" USING btree ("organization_id","action","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_target_type" ON "audit_action" USING btree ("organization_id","target_type","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_target_id" ON "audit_action" USING btree ("organization_id","target_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_target_name" ON "audit_action" USING btree ("organization_id","target_name","sequence");--> statement-breakpoint
CREATE INDEX "audit_action_changed" ON "audit_action" USING btree ("organization_id","sequence") WHERE before IS DISTINCT FROM after;--> statement-breakpoint
CREATE INDEX "audit_action_target_changed" ON "audit_action" USING btree ("organization_id","target_id","sequence") WHERE before IS DISTINCT FROM after;--> statement-breakpoint
CREATE INDEX "audit_action_refused" ON "audit_action" USING btree ("organization_id","sequence") WHERE error_code IS NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_action_at" ON "audit_action" USING btree ("organization_id","at","sequence");--> statement-breakpoint
CREATE INDEX "webhook_delivery_latest" ON "webhook_delivery" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("next_attempt_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_created" ON "webhook_delivery" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "event_feed" ON "event" USING btree ("organization_id","sequence") WHERE kind <> 'node.sample';--> statement-breakpoint
CREATE INDEX "event_node" ON "event" USING btree ("organization_id","node_name","sequence") WHERE node_name IS NOT NULL;--> statement-breakpoint
CREATE INDEX "event_node_id" ON "event" USING btree ("organization_id","node_id","sequence") WHERE node_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "event_executor" ON "event" USING btree ("organization_id","executor_name","sequence");--> statement-breakpoint
CREATE INDEX "event_level" ON "event" USING btree ("organization_id","level","sequence") WHERE level <> 'info';--> statement-breakpoint
CREATE INDEX "event_kind" ON "event" USING btree ("organization_id","kind","sequence");--> statement-breakpoint
CREATE INDEX "event_time" ON "event" USING btree ("organization_id","at","sequence");--> statement-breakpoint
CREATE INDEX "event_exited" ON "event" USING btree ("received_at") WHERE kind = 'node.exited';--> statement-breakpoint
CREATE INDEX "event_received" ON "event" USING brin ("received_at");--> statement-breakpoint
CREATE INDEX "executor_by_id" ON "executor" USING btree ("id");--> statement-breakpoint
CREATE INDEX "executor_offline" ON "executor" USING btree ("organization_id","id") WHERE NOT online;--> statement-breakpoint
CREATE INDEX "executor_schedulable" ON "executor" USING btree ("organization_id",md5(capabilities::text)) WHERE online AND cordon IS NULL;--> statement-breakpoint
CREATE INDEX "executor_labels" ON "executor" USING gin ("labels" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "idempotent_answer_age" ON "idempotent_answer" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_incident_present" ON "alert_incident" USING btree ("organization_id","subject_id","code") WHERE status <> 'closed';--> statement-breakpoint
CREATE INDEX "alert_incident_latest" ON "alert_incident" USING btree ("organization_id","sequence") WHERE status <> 'pending';--> statement-breakpoint
CREATE INDEX "alert_incident_status" ON "alert_incident" USING btree ("organization_id","status","sequence");--> statement-breakpoint
CREATE INDEX "alert_incident_code" ON "alert_incident" USING btree ("organization_id","code","sequence");--> statement-breakpoint
CREATE INDEX "alert_incident_severity" ON "alert_incident" USING btree ("organization_id","severity","sequence");--> statement-breakpoint
CREATE INDEX "alert_incident_of_executor" ON "alert_incident" USING btree ("organization_id","executor_id","sequence");--> statement-breakpoint
CREATE INDEX "alert_incident_executor" ON "alert_incident" USING btree ("executor_id") WHERE status <> 'closed';--> statement-breakpoint
CREATE INDEX "alert_incident_timed" ON "alert_incident" USING btree ("started_at") WHERE (status = 'pending' OR status = 'open' AND (clear_since IS NOT NULL OR subject_type NOT IN ('executor', 'node') OR code IN ('tip_stale', 'sync_stalled', 'crash_loop', 'memory_limit', 'disk_filling')));--> statement-breakpoint
CREATE INDEX "alert_incident_closed" ON "alert_incident" USING btree ("closed_at") WHERE status = 'closed';--> statement-breakpoint
CREATE INDEX "executor_packed_minute_at" ON "executor_packed_minute" USING btree ("executor_id","at");--> statement-breakpoint
CREATE INDEX "node_packed_minute_at" ON "node_packed_minute" USING btree ("node_id","at");--> statement-breakpoint
CREATE INDEX "node_operation_node" ON "node_operation" USING btree ("node_id","requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "node_name" ON "node" USING btree ("organization_id","name") WHERE removed_at IS NULL;--> statement-breakpoint
CREATE INDEX "node_executor" ON "node" USING btree ("executor_id");--> statement-breakpoint
CREATE INDEX "node_by_id" ON "node" USING btree ("id");--> statement-breakpoint
CREATE INDEX "node_labels" ON "node" USING gin ("labels" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "node_listing_name" ON "node_listing" USING btree ("organization_id","name","id");--> statement-breakpoint
CREATE INDEX "node_listing_network" ON "node_listing" USING btree ("organization_id","network");--> statement-breakpoint
CREATE INDEX "node_listing_executor" ON "node_listing" USING btree ("executor_id");--> statement-breakpoint
CREATE INDEX "node_listing_created" ON "node_listing" USING btree ("organization_id","created_at","name");--> statement-breakpoint
CREATE INDEX "node_listing_updated" ON "node_listing" USING btree ("organization_id","updated_at","name");--> statement-breakpoint
CREATE UNIQUE INDEX "executor_upgrade_pending" ON "executor_upgrade" USING btree ("organization_id","executor_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "executor_upgrade_history" ON "executor_upgrade" USING btree ("executor_id","requested_at");--> statement-breakpoint
CREATE INDEX "executor_upgrade_recent" ON "executor_upgrade" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "executor_upgrade_release" ON "executor_upgrade" USING btree ("release_id");--> statement-breakpoint
CREATE INDEX "node_rollout_latest" ON "node_rollout" USING btree ("organization_id","requested_at","id");--> statement-breakpoint
CREATE INDEX "node_rollout_unended" ON "node_rollout" USING btree ("organization_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "node_rollout_member_node" ON "node_rollout_member" USING btree ("organization_id","node_id");--> statement-breakpoint
CREATE INDEX "node_rollout_member_unfinished" ON "node_rollout_member" USING btree ("organization_id","rollout_id","group_number") WHERE state NOT IN ('changed', 'skipped');--> statement-breakpoint
CREATE INDEX "node_rollout_member_under_way" ON "node_rollout_member" USING btree ("organization_id","rollout_id") WHERE state = 'under_way';--> statement-breakpoint
CREATE INDEX "upgrade_rollout_latest" ON "upgrade_rollout" USING btree ("organization_id","requested_at");--> statement-breakpoint
CREATE INDEX "upgrade_rollout_unended" ON "upgrade_rollout" USING btree ("organization_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "upgrade_rollout_member_executor" ON "upgrade_rollout_member" USING btree ("executor_id");--> statement-breakpoint
CREATE INDEX "upgrade_rollout_member_upgrade" ON "upgrade_rollout_member" USING btree ("upgrade_id");--> statement-breakpoint
CREATE INDEX "upgrade_rollout_member_under_way" ON "upgrade_rollout_member" USING btree ("rollout_id") WHERE state = 'under_way';--> statement-breakpoint
CREATE INDEX "organization_rpc_credentials_rotating" ON "organization_rpc_credentials" USING btree ("organization_id") WHERE is_rotating;--> statement-breakpoint
CREATE INDEX "incident_node_watch_branch" ON "incident_node_watch" USING btree ("organization_id","node_id") WHERE (chain ->> 'branch') IS NOT NULL;--> statement-breakpoint
CREATE TABLE "executor_hour_rest" PARTITION OF "executor_hour" DEFAULT WITH (fillfactor = 50);--> statement-breakpoint
CREATE TABLE "executor_minute_rest" PARTITION OF "executor_minute" DEFAULT;--> statement-breakpoint
CREATE TABLE "node_hour_rest" PARTITION OF "node_hour" DEFAULT WITH (fillfactor = 50);--> statement-breakpoint
CREATE TABLE "node_minute_rest" PARTITION OF "node_minute" DEFAULT;--> statement-breakpoint
CREATE TABLE "node_sample_rest" PARTITION OF "node_sample" DEFAULT;--> statement-breakpoint
CREATE TABLE "executor_packed_minute_rest" PARTITION OF "executor_packed_minute" DEFAULT;--> statement-breakpoint
CREATE TABLE "node_packed_minute_rest" PARTITION OF "node_packed_minute" DEFAULT;--> statement-breakpoint
CREATE TABLE "event_rest" PARTITION OF "event" DEFAULT;--> statement-breakpoint
-- The audit log only grows.
CREATE FUNCTION "audit_action_only_grows"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit log is append-only: % is refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_action_only_grows" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_action"
	FOR EACH STATEMENT EXECUTE FUNCTION "audit_action_only_grows"();--> statement-breakpoint
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_action" FROM PUBLIC, CURRENT_USER;--> statement-breakpoint
-- The hash of an action: a version byte, then SHA-256 of that byte, the hash before it and the action's values, each with its
-- length in bytes or ffffffff for NULL. history/audit/audit-chain.ts, which checks it, has the same encoding.
CREATE FUNCTION "audit_action_hash"("previous" bytea, "action" "audit_action") RETURNS bytea LANGUAGE sql STABLE AS $$
	SELECT '\x01'::bytea || sha256('\x01'::bytea || int4send(octet_length(previous)) || previous ||
		string_agg(coalesce(int4send(octet_length(bytes)) || bytes, '\xffffffff'::bytea), ''::bytea ORDER BY place))
	FROM (SELECT convert_to(value, 'UTF8') AS bytes, place FROM unnest(ARRAY[
		action.organization_id, action.sequence::text, action.id::text, (extract(epoch FROM action.at) * 1000000)::bigint::text,
		action.actor_type, action.actor_name, action.user_id, action.api_key_id, action.action, action.target_type,
		action.target_id, action.target_name, action.error_code, action.address, action.user_agent, action.request_id::text,
		action.unrecorded::text, action.before::text, action.after::text]) WITH ORDINALITY AS field(value, place)) AS fields
$$;--> statement-breakpoint
-- Numbers and chains an action. The row of audit_head is locked until the transaction ends, so that a number is only used by an
-- action that stays. Runs as the owner of the log, which may be the only role with the right to change audit_head.
CREATE FUNCTION "audit_action_chain"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	head "audit_head";
BEGIN
	SELECT * INTO head FROM "audit_head" WHERE organization_id = NEW.organization_id FOR UPDATE;
	IF NOT FOUND THEN
		-- The actions of an organization that is imported keep their numbers and hashes.
		IF NEW.hash <> '' THEN RETURN NEW; END IF;
		INSERT INTO "audit_head" VALUES (NEW.organization_id, 0, '') ON CONFLICT DO NOTHING;
		SELECT * INTO STRICT head FROM "audit_head" WHERE organization_id = NEW.organization_id FOR UPDATE;
	END IF;
	IF head.sequence = 0 THEN
		SELECT sequence, hash INTO head.sequence, head.hash FROM "audit_action"
			WHERE organization_id = NEW.organization_id ORDER BY sequence DESC LIMIT 1;
	END IF;
	NEW.sequence := coalesce(head.sequence, 0) + 1;
	NEW.at := coalesce(NEW.at, clock_timestamp());
	NEW.hash := audit_action_hash(coalesce(head.hash, ''), NEW);
	UPDATE "audit_head" SET sequence = NEW.sequence, hash = NEW.hash WHERE organization_id = NEW.organization_id;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_action_chain" BEFORE INSERT ON "audit_action" FOR EACH ROW EXECUTE FUNCTION "audit_action_chain"();--> statement-breakpoint
-- The rules evaluate what changed: the transaction of a change marks its executor, or its organization.
CREATE FUNCTION "mark_for_rules"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'executor' THEN
		INSERT INTO "incident_rule_mark" ("organization_id", "executor_id")
			VALUES (coalesce(NEW.organization_id, OLD.organization_id), coalesce(NEW.id, OLD.id));
	ELSIF TG_TABLE_NAME IN ('node', 'executor_upgrade') THEN
		INSERT INTO "incident_rule_mark" ("organization_id", "executor_id")
			SELECT DISTINCT organization_id, executor_id FROM (VALUES (OLD.organization_id, OLD.executor_id),
				(NEW.organization_id, NEW.executor_id)) AS changed(organization_id, executor_id) WHERE executor_id IS NOT NULL;
	ELSIF TG_TABLE_NAME = 'notification_node_override' THEN
		INSERT INTO "incident_rule_mark" ("organization_id", "executor_id")
			SELECT organization_id, executor_id FROM "node" WHERE organization_id = coalesce(NEW.organization_id, OLD.organization_id)
				AND id = coalesce(NEW.node_id, OLD.node_id) AND executor_id IS NOT NULL;
	-- A change of overrides alone raises the revision of the settings.
	ELSIF coalesce(NEW.thresholds, '{}') IS DISTINCT FROM coalesce(OLD.thresholds, '{}') THEN
		INSERT INTO "incident_rule_mark" ("organization_id") VALUES (coalesce(NEW.organization_id, OLD.organization_id));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- Not last_seen_at, the interval, and resources, which each heartbeat writes.
CREATE TRIGGER "executor_for_rules" AFTER INSERT OR DELETE OR UPDATE OF "name", "online", "uninstalled_at", "version", "channel",
	"capabilities", "drain" ON "executor" FOR EACH ROW EXECUTE FUNCTION "mark_for_rules"();--> statement-breakpoint
-- Free space in thousandths: the hourly readings of a disk are taken without a mark.
CREATE TRIGGER "executor_disk_for_rules" AFTER UPDATE OF "resources" ON "executor" FOR EACH ROW WHEN (
	floor(1000 * (NEW.resources -> 'diskGiB' ->> 'free')::float8 / nullif((NEW.resources -> 'diskGiB' ->> 'total')::float8, 0)) IS DISTINCT FROM
	floor(1000 * (OLD.resources -> 'diskGiB' ->> 'free')::float8 / nullif((OLD.resources -> 'diskGiB' ->> 'total')::float8, 0)))
	EXECUTE FUNCTION "mark_for_rules"();--> statement-breakpoint
CREATE TRIGGER "node_for_rules" AFTER INSERT OR DELETE OR UPDATE OF "organization_id", "executor_id", "name", "network", "signet", "client",
	"client_version", "tor", "node_type", "cpu_cores", "memory_mib", "disk_gib", "overrides", "desired_state", "observed", "removed_at"
	ON "node" FOR EACH ROW EXECUTE FUNCTION "mark_for_rules"();--> statement-breakpoint
-- A sample is news if anything but a figure that no rule reads has changed, or after a stale one, whose rules were not judged.
CREATE TRIGGER "node_sample_for_rules" AFTER UPDATE OF "metrics" ON "node" FOR EACH ROW WHEN (
	OLD.metrics IS NULL OR NEW.metrics IS NULL OR OLD.metrics_at < now() - interval '4 minutes'
	OR NEW.metrics - ARRAY['at', 'peersInbound', 'peersOutbound', 'mempoolTransactions', 'mempoolVirtualBytes',
		'mempoolUsageBytes', 'mempoolLimitBytes', 'mempoolMinFee', 'uptimeSeconds',
		'sizeOnDiskBytes', 'growthBytesPerDay', 'bytesReceived', 'bytesSent', 'receivedBytesPerSecond', 'sentBytesPerSecond', 'writtenBytes',
		'writtenBytesPerDay', 'verificationProgress', 'cpuPercent', 'memoryMiB', 'unbroadcastTransactions', 'rpcConnections']
	IS DISTINCT FROM OLD.metrics - ARRAY['at', 'peersInbound', 'peersOutbound', 'mempoolTransactions', 'mempoolVirtualBytes',
		'mempoolUsageBytes', 'mempoolLimitBytes', 'mempoolMinFee', 'uptimeSeconds',
		'sizeOnDiskBytes', 'growthBytesPerDay', 'bytesReceived', 'bytesSent', 'receivedBytesPerSecond', 'sentBytesPerSecond', 'writtenBytes',
		'writtenBytesPerDay', 'verificationProgress', 'cpuPercent', 'memoryMiB', 'unbroadcastTransactions', 'rpcConnections']
	OR ((NEW.metrics ->> 'peersInbound')::float8 + (NEW.metrics ->> 'peersOutbound')::float8 = 0) IS DISTINCT FROM
		((OLD.metrics ->> 'peersInbound')::float8 + (OLD.metrics ->> 'peersOutbound')::float8 = 0)
	OR floor(100 * (NEW.metrics ->> 'memoryMiB')::float8 / nullif(NEW.memory_mib, 0)) IS DISTINCT FROM
		floor(100 * (OLD.metrics ->> 'memoryMiB')::float8 / nullif(OLD.memory_mib, 0)))
	EXECUTE FUNCTION "mark_for_rules"();--> statement-breakpoint
CREATE TRIGGER "upgrade_for_rules" AFTER INSERT OR UPDATE OR DELETE ON "executor_upgrade" FOR EACH ROW EXECUTE FUNCTION "mark_for_rules"();--> statement-breakpoint
CREATE TRIGGER "settings_for_rules" AFTER INSERT OR UPDATE OR DELETE ON "notification_settings" FOR EACH ROW EXECUTE FUNCTION "mark_for_rules"();--> statement-breakpoint
CREATE TRIGGER "override_for_rules" AFTER INSERT OR UPDATE OR DELETE ON "notification_node_override" FOR EACH ROW EXECUTE FUNCTION "mark_for_rules"();--> statement-breakpoint
-- Deleted nodes need no trigger: the foreign key removes their listing.
CREATE FUNCTION "list_node"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.removed_at IS NOT NULL THEN
		DELETE FROM "node_listing" WHERE organization_id = NEW.organization_id AND id = NEW.id;
	ELSE
		INSERT INTO "node_listing" ("id", "organization_id", "executor_id", "name", "network", "network_name", "client_version", "desired_state",
			"phase", "problems", "height", "created_at", "updated_at")
		VALUES (NEW.id, NEW.organization_id, NEW.executor_id, NEW.name, NEW.network,
			NEW.network || coalesce(':' || (NEW.signet ->> 'challenge'), ''), NEW.client_version, NEW.desired_state,
			NEW.observed ->> 'phase', ARRAY(SELECT jsonb_path_query(NEW.observed, '$.problems[*].code') #>> '{}'),
			(NEW.metrics ->> 'height')::int, NEW.created_at, NEW.updated_at)
		ON CONFLICT ("organization_id", "id") DO UPDATE SET ("executor_id", "name", "network", "network_name", "client_version", "desired_state",
			"phase", "problems", "height", "created_at", "updated_at") = ROW (EXCLUDED.executor_id, EXCLUDED.name, EXCLUDED.network,
			EXCLUDED.network_name, EXCLUDED.client_version, EXCLUDED.desired_state, EXCLUDED.phase, EXCLUDED.problems, EXCLUDED.height, EXCLUDED.created_at,
			EXCLUDED.updated_at);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "node_listed" AFTER INSERT ON "node" FOR EACH ROW EXECUTE FUNCTION "list_node"();--> statement-breakpoint
CREATE TRIGGER "node_change_listed" AFTER UPDATE OF "executor_id", "name", "network", "signet", "client_version", "desired_state", "observed",
	"created_at", "updated_at", "removed_at" ON "node" FOR EACH ROW WHEN (
	(OLD.executor_id, OLD.name, OLD.network, OLD.signet, OLD.client_version, OLD.desired_state, OLD.created_at, OLD.updated_at, OLD.removed_at,
		OLD.observed ->> 'phase', OLD.observed -> 'problems') IS DISTINCT FROM
	(NEW.executor_id, NEW.name, NEW.network, NEW.signet, NEW.client_version, NEW.desired_state, NEW.created_at, NEW.updated_at, NEW.removed_at,
		NEW.observed ->> 'phase', NEW.observed -> 'problems'))
	EXECUTE FUNCTION "list_node"();--> statement-breakpoint
CREATE TRIGGER "node_sample_listed" AFTER UPDATE OF "metrics" ON "node" FOR EACH ROW WHEN (
	OLD.metrics -> 'height' IS DISTINCT FROM NEW.metrics -> 'height') EXECUTE FUNCTION "list_node"();
