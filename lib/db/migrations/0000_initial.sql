CREATE SCHEMA "sandbox";
--> statement-breakpoint
CREATE TABLE "application_records" (
	"application_id" uuid NOT NULL,
	"object_type" text NOT NULL,
	"item_id" text DEFAULT '' NOT NULL,
	"record_id" text NOT NULL,
	CONSTRAINT "application_records_application_id_object_type_item_id_pk" PRIMARY KEY("application_id","object_type","item_id")
);
--> statement-breakpoint
CREATE TABLE "application_sections" (
	"application_id" uuid NOT NULL,
	"section" text NOT NULL,
	"version" integer NOT NULL,
	"schema_version" smallint NOT NULL,
	"data" jsonb NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "application_sections_application_id_section_pk" PRIMARY KEY("application_id","section")
);
--> statement-breakpoint
CREATE TABLE "applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "applications_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"status" text NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"dba_name" text DEFAULT '' NOT NULL,
	"ownership" text DEFAULT '' NOT NULL,
	"looked" text[] DEFAULT '{}' NOT NULL,
	"opportunity_id" text,
	"account_id" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"request_id" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"version" smallint PRIMARY KEY NOT NULL,
	"wrapped" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"media_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"delivery" text NOT NULL,
	"delivery_message" text,
	"attachment_id" text,
	"uploaded_by" uuid NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "partner_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"document_id" uuid,
	"endpoint" text NOT NULL,
	"state" text NOT NULL,
	"request" text,
	"request_sha256" text NOT NULL,
	"prepared_by" uuid,
	"prepared_at" timestamp with time zone NOT NULL,
	"sending_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"http_status" smallint,
	"answer" text,
	"results" jsonb,
	"problems" jsonb,
	"message" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"door" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"closed_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"roles" text[] NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."attachments" (
	"id" text PRIMARY KEY NOT NULL,
	"opportunity_id" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."attachments_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."faults" (
	"endpoint" text PRIMARY KEY NOT NULL,
	"mode" text NOT NULL,
	"remaining" integer NOT NULL,
	"delay_ms" integer,
	"status" smallint,
	"body" json
);
--> statement-breakpoint
CREATE TABLE "sandbox"."items" (
	"id" text PRIMARY KEY NOT NULL,
	"opportunity_id" text NOT NULL,
	"type" text NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."items_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"fields" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."journal" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."journal_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"endpoint" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"applied" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."opportunities" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"stage" text NOT NULL,
	"opportunity" json NOT NULL,
	"account" json NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opportunities_account_id_unique" UNIQUE("account_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox"."submissions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"opportunity_id" text NOT NULL,
	"body" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."tokens" (
	"sha256" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "application_records" ADD CONSTRAINT "application_records_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_sections" ADD CONSTRAINT "application_sections_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_sections" ADD CONSTRAINT "application_sections_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_attempts" ADD CONSTRAINT "partner_attempts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_attempts" ADD CONSTRAINT "partner_attempts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_attempts" ADD CONSTRAINT "partner_attempts_prepared_by_users_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."attachments" ADD CONSTRAINT "attachments_opportunity_id_opportunities_id_fk" FOREIGN KEY ("opportunity_id") REFERENCES "sandbox"."opportunities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."items" ADD CONSTRAINT "items_opportunity_id_opportunities_id_fk" FOREIGN KEY ("opportunity_id") REFERENCES "sandbox"."opportunities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox"."submissions" ADD CONSTRAINT "submissions_opportunity_id_opportunities_id_fk" FOREIGN KEY ("opportunity_id") REFERENCES "sandbox"."opportunities"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "applications_number" ON "applications" USING btree ("number");--> statement-breakpoint
CREATE INDEX "applications_latest" ON "applications" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "applications_status" ON "applications" USING btree ("status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id","id");--> statement-breakpoint
CREATE INDEX "documents_application" ON "documents" USING btree ("application_id","uploaded_at");--> statement-breakpoint
CREATE INDEX "partner_attempts_application" ON "partner_attempts" USING btree ("application_id","prepared_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "partner_attempts_open" ON "partner_attempts" USING btree ("state") WHERE state in ('prepared', 'sending');--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sandbox_attachments_opportunity" ON "sandbox"."attachments" USING btree ("opportunity_id","position");--> statement-breakpoint
CREATE INDEX "sandbox_items_opportunity" ON "sandbox"."items" USING btree ("opportunity_id","position");--> statement-breakpoint
CREATE INDEX "sandbox_submissions_opportunity" ON "sandbox"."submissions" USING btree ("opportunity_id","id");