CREATE TABLE "application_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"fingerprint" text NOT NULL,
	"drafts" integer NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_fingerprints" (
	"application_id" uuid NOT NULL,
	"section" text NOT NULL,
	"item_id" text DEFAULT '' NOT NULL,
	"field" text NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "identity_fingerprints_application_id_section_item_id_field_pk" PRIMARY KEY("application_id","section","item_id","field")
);
--> statement-breakpoint
CREATE TABLE "imported_applications" (
	"import_id" uuid NOT NULL,
	"row" integer NOT NULL,
	"application_id" uuid NOT NULL,
	CONSTRAINT "imported_applications_import_id_row_pk" PRIMARY KEY("import_id","row")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "underwriting_cases" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"round" integer NOT NULL,
	"handed_over_by" uuid NOT NULL,
	"handed_over_at" timestamp with time zone NOT NULL,
	"hand_over_note" text DEFAULT '' NOT NULL,
	"underwriter_id" uuid,
	"claimed_at" timestamp with time zone,
	"spent_ms" bigint DEFAULT 0 NOT NULL,
	"running_since" timestamp with time zone,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "underwriting_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"outcome" text NOT NULL,
	"reasons" text[] NOT NULL,
	"note" text NOT NULL,
	"decided_by" uuid NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"confirms" uuid,
	"in_effect" boolean NOT NULL,
	"versions" jsonb NOT NULL,
	"payload_sha256" text NOT NULL,
	"documents" jsonb NOT NULL,
	"signals" jsonb NOT NULL,
	"rule_version" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "underwriting_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "underwriting_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"application_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"items" jsonb NOT NULL,
	"before" jsonb NOT NULL,
	"answered_by" uuid,
	"answered_at" timestamp with time zone,
	"answer_note" text,
	"closed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "underwriting_ticks" (
	"application_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"key" text NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "underwriting_ticks_application_id_round_key_pk" PRIMARY KEY("application_id","round","key")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "kind" text DEFAULT 'payfac' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "partner_underwrites" boolean;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "tax_id_last4" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "merchant_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "contact_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "derived" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "approved_sha256" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "application_imports" ADD CONSTRAINT "application_imports_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_fingerprints" ADD CONSTRAINT "identity_fingerprints_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_applications" ADD CONSTRAINT "imported_applications_import_id_application_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."application_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_applications" ADD CONSTRAINT "imported_applications_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_cases" ADD CONSTRAINT "underwriting_cases_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_cases" ADD CONSTRAINT "underwriting_cases_handed_over_by_users_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_cases" ADD CONSTRAINT "underwriting_cases_underwriter_id_users_id_fk" FOREIGN KEY ("underwriter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_decisions" ADD CONSTRAINT "underwriting_decisions_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_decisions" ADD CONSTRAINT "underwriting_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_notes" ADD CONSTRAINT "underwriting_notes_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_notes" ADD CONSTRAINT "underwriting_notes_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_requests" ADD CONSTRAINT "underwriting_requests_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_requests" ADD CONSTRAINT "underwriting_requests_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_requests" ADD CONSTRAINT "underwriting_requests_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_ticks" ADD CONSTRAINT "underwriting_ticks_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "underwriting_ticks" ADD CONSTRAINT "underwriting_ticks_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "application_imports_fingerprint" ON "application_imports" USING btree ("fingerprint","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "identity_fingerprints_fingerprint" ON "identity_fingerprints" USING btree ("fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","name");--> statement-breakpoint
CREATE INDEX "underwriting_cases_underwriter" ON "underwriting_cases" USING btree ("underwriter_id");--> statement-breakpoint
CREATE INDEX "underwriting_decisions_application" ON "underwriting_decisions" USING btree ("application_id","decided_at");--> statement-breakpoint
CREATE INDEX "underwriting_notes_application" ON "underwriting_notes" USING btree ("application_id","at");--> statement-breakpoint
CREATE INDEX "underwriting_requests_application" ON "underwriting_requests" USING btree ("application_id","asked_at");--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_assignee" ON "applications" USING btree ("assignee_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "applications_words" ON "applications" USING gin (to_tsvector('simple', "merchant_words" || ' ' || "contact_words"));--> statement-breakpoint
CREATE INDEX "applications_tax_id_last4" ON "applications" USING btree ("tax_id_last4","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "applications_stage" ON "applications" USING btree ("stage","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "applications_opportunity" ON "applications" USING btree ("opportunity_id");--> statement-breakpoint
CREATE INDEX "applications_account" ON "applications" USING btree ("account_id");