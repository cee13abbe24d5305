CREATE TABLE "funding_overrides" (
	"batch_id" uuid NOT NULL,
	"key" text NOT NULL,
	"allowed_minor" bigint NOT NULL,
	"sale_minor" bigint NOT NULL,
	"by" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "funding_overrides_batch_id_key_pk" PRIMARY KEY("batch_id","key")
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"merchant_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"application_id" uuid,
	"state" text NOT NULL,
	"split" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"proposed" jsonb,
	"proposed_by" uuid,
	"proposed_at" timestamp with time zone,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_links" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_links_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"profile_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"invoice_number" text NOT NULL,
	"reference" text NOT NULL,
	"link" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "amount_by" uuid;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "amount_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "amount_note" text;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "closed_by" uuid;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "closed_note" text;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "link_n" bigint;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "link_amount_minor" bigint;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD COLUMN "other_columns" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD COLUMN "money" jsonb;--> statement-breakpoint
ALTER TABLE "funding_lines" ADD COLUMN "other" text[];--> statement-breakpoint
ALTER TABLE "funding_mappings" ADD COLUMN "amounts_plain" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "underwriting_cases" ADD COLUMN "tax_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "funding_overrides" ADD CONSTRAINT "funding_overrides_batch_id_funding_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."funding_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_overrides" ADD CONSTRAINT "funding_overrides_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "merchants_spelling" ON "merchants" USING btree (lower("merchant_id"));--> statement-breakpoint
CREATE INDEX "merchants_name" ON "merchants" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "merchants_application" ON "merchants" USING btree ("application_id");--> statement-breakpoint
CREATE INDEX "merchants_waiting" ON "merchants" USING btree ("updated_at" DESC NULLS LAST) WHERE confirmed_at is null or proposed is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_reference" ON "payment_links" USING btree ("profile_id","reference");--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_amount_by_users_id_fk" FOREIGN KEY ("amount_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_link_n_payment_links_n_fk" FOREIGN KEY ("link_n") REFERENCES "public"."payment_links"("n") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_events_link" ON "callback_events" USING btree ("link_n") WHERE link_n is not null;--> statement-breakpoint
CREATE INDEX "funding_batches_submitted" ON "funding_batches" USING btree ("submitted_at");--> statement-breakpoint
CREATE INDEX "underwriting_cases_tax_ids" ON "underwriting_cases" USING gin ("tax_ids");--> statement-breakpoint
-- Lines are dollars from here on, and a batch remembers how its source was written. A cell that meant nothing as
-- cents must not come to mean dollars.
UPDATE "funding_lines" SET "amount" = "funding_lines"."amount" || ' ?' FROM "funding_batches"
  WHERE "funding_batches"."id" = "funding_lines"."batch_id" AND "funding_batches"."amount_style" = 'digits'
    AND "funding_lines"."amount_minor" IS NULL AND length("funding_lines"."amount") BETWEEN 1 AND 253;--> statement-breakpoint
UPDATE "funding_lines" SET "amount" = ("funding_lines"."amount_minor" / 100)::text || '.' || lpad(("funding_lines"."amount_minor" % 100)::text, 2, '0')
  FROM "funding_batches" WHERE "funding_batches"."id" = "funding_lines"."batch_id"
    AND "funding_batches"."amount_style" = 'digits' AND "funding_lines"."amount_minor" IS NOT NULL;--> statement-breakpoint
UPDATE "funding_batches" SET "amount_style" = CASE WHEN "amount_style" = 'digits' AND coalesce("amount_unit", 'minor') = 'minor' THEN 'cents' ELSE 'dollars' END
  WHERE "amount_style" IN ('digits', 'decimal');--> statement-breakpoint
UPDATE "funding_mappings" SET "amount_style" = CASE "amount_style" WHEN 'digits' THEN 'cents' ELSE 'dollars' END, "amounts_plain" = true;
