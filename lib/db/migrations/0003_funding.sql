CREATE TABLE "funding_approvals" (
	"batch_id" uuid NOT NULL,
	"content_sha256" text NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "funding_approvals_batch_id_content_sha256_by_pk" PRIMARY KEY("batch_id","content_sha256","by")
);
--> statement-breakpoint
CREATE TABLE "funding_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY (sequence name "funding_attempts_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_id" uuid NOT NULL,
	"request" integer NOT NULL,
	"state" text NOT NULL,
	"prepared_at" timestamp with time zone NOT NULL,
	"prepared_by" uuid,
	"sending_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"http_status" smallint,
	"figures" jsonb,
	"error_code" text,
	"error_message" text,
	"answer" text,
	"message" text,
	"resolution" text,
	"resolved_by" uuid,
	"resolved_at" timestamp with time zone,
	"resolution_note" text
);
--> statement-breakpoint
CREATE TABLE "funding_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "funding_batches_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"name" text NOT NULL,
	"profile_id" text NOT NULL,
	"amount_style" text NOT NULL,
	"amount_unit" text,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"parent_id" uuid,
	"purpose" text DEFAULT 'new' NOT NULL,
	"file_name" text,
	"file_sha256" text,
	"version" integer DEFAULT 1 NOT NULL,
	"lines" integer NOT NULL,
	"transactions" integer NOT NULL,
	"amount_minor" bigint NOT NULL,
	"errors" integer NOT NULL,
	"warnings" integer NOT NULL,
	"succeeded" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"worked_on_by" uuid[] NOT NULL,
	"content_sha256" text,
	"submitted_by" uuid,
	"submitted_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "funding_failures" (
	"batch_id" uuid NOT NULL,
	"transaction_no" integer NOT NULL,
	"error_code" text NOT NULL,
	"error_message" text NOT NULL,
	CONSTRAINT "funding_failures_batch_id_transaction_no_pk" PRIMARY KEY("batch_id","transaction_no")
);
--> statement-breakpoint
CREATE TABLE "funding_lines" (
	"batch_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"transaction_no" integer NOT NULL,
	"transaction_id" text NOT NULL,
	"retrieval_reference_number" text NOT NULL,
	"merchant_id" text NOT NULL,
	"amount" text NOT NULL,
	"amount_minor" bigint,
	CONSTRAINT "funding_lines_batch_id_row_pk" PRIMARY KEY("batch_id","row")
);
--> statement-breakpoint
CREATE TABLE "funding_mappings" (
	"columns_sha256" text PRIMARY KEY NOT NULL,
	"mapping" jsonb NOT NULL,
	"amount_style" text NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "funding_requests" (
	"batch_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"first_transaction" integer NOT NULL,
	"last_transaction" integer NOT NULL,
	"state" text NOT NULL,
	"amounts" integer NOT NULL,
	"amounts_sum" text NOT NULL,
	"request_sha256" text NOT NULL,
	CONSTRAINT "funding_requests_batch_id_n_pk" PRIMARY KEY("batch_id","n")
);
--> statement-breakpoint
ALTER TABLE "funding_approvals" ADD CONSTRAINT "funding_approvals_batch_id_funding_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."funding_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_approvals" ADD CONSTRAINT "funding_approvals_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_attempts" ADD CONSTRAINT "funding_attempts_batch_id_funding_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."funding_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_attempts" ADD CONSTRAINT "funding_attempts_prepared_by_users_id_fk" FOREIGN KEY ("prepared_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_attempts" ADD CONSTRAINT "funding_attempts_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD CONSTRAINT "funding_batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD CONSTRAINT "funding_batches_submitted_by_users_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_failures" ADD CONSTRAINT "funding_failures_batch_id_funding_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."funding_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_lines" ADD CONSTRAINT "funding_lines_batch_id_funding_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."funding_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_mappings" ADD CONSTRAINT "funding_mappings_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_requests" ADD CONSTRAINT "funding_requests_batch_id_funding_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."funding_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "funding_attempts_batch" ON "funding_attempts" USING btree ("batch_id","request","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "funding_attempts_open" ON "funding_attempts" USING btree ("batch_id") WHERE state in ('prepared', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "funding_batches_number" ON "funding_batches" USING btree ("number");--> statement-breakpoint
CREATE INDEX "funding_batches_latest" ON "funding_batches" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "funding_batches_status" ON "funding_batches" USING btree ("status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "funding_batches_file" ON "funding_batches" USING btree ("file_sha256");--> statement-breakpoint
CREATE INDEX "funding_batches_parent" ON "funding_batches" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "funding_lines_transaction" ON "funding_lines" USING btree ("transaction_id") WHERE transaction_id <> '';--> statement-breakpoint
CREATE INDEX "funding_lines_reference" ON "funding_lines" USING btree ("retrieval_reference_number") WHERE retrieval_reference_number <> '';--> statement-breakpoint
CREATE INDEX "funding_lines_merchant" ON "funding_lines" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "funding_requests_state" ON "funding_requests" USING btree ("state","batch_id");