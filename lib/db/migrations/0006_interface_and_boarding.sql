CREATE TABLE "connection_checks" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connection_checks_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"found" text NOT NULL,
	"meaning" text NOT NULL,
	"advice" text NOT NULL,
	"facts" jsonb NOT NULL,
	"duration_ms" integer NOT NULL,
	"run_by" uuid
);
--> statement-breakpoint
CREATE TABLE "funding_unmatched_errors" (
	"attempt_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"transaction_id" text,
	"retrieval_reference_number" text,
	"error_code" text,
	"error_message" text,
	CONSTRAINT "funding_unmatched_errors_attempt_id_n_pk" PRIMARY KEY("attempt_id","n")
);
--> statement-breakpoint
CREATE TABLE "kept_texts" (
	"person_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"what" text NOT NULL,
	"content" jsonb NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kept_texts_person_id_application_id_what_pk" PRIMARY KEY("person_id","application_id","what")
);
--> statement-breakpoint
DROP INDEX "payment_links_reference";--> statement-breakpoint
ALTER TABLE "underwriting_ticks" DROP CONSTRAINT "underwriting_ticks_application_id_round_key_pk";--> statement-breakpoint
ALTER TABLE "underwriting_ticks" ADD CONSTRAINT "underwriting_ticks_application_id_round_key_by_pk" PRIMARY KEY("application_id","round","key","by");--> statement-breakpoint
ALTER TABLE "application_sections" ADD COLUMN "tab" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "emptied" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "adopted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "adopted_by" uuid;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "adopted_note" text;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "left_minor" bigint;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "slot" text;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "worked_on_by" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "underwriting_ticks" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "connection_checks" ADD CONSTRAINT "connection_checks_run_by_users_id_fk" FOREIGN KEY ("run_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_unmatched_errors" ADD CONSTRAINT "funding_unmatched_errors_attempt_id_funding_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."funding_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_texts" ADD CONSTRAINT "kept_texts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_texts" ADD CONSTRAINT "kept_texts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_checks_target" ON "connection_checks" USING btree ("target","n" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_adopted_by_users_id_fk" FOREIGN KEY ("adopted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_events_left" ON "callback_events" USING btree ("received_at" DESC NULLS LAST,"n" DESC NULLS LAST) WHERE left_minor > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_reference" ON "payment_links" USING btree ("profile_id","reference") WHERE reference <> '';--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_adopted" CHECK (adopted_at is null or (kind = 'payfac' and opportunity_id is not null and account_id is not null));