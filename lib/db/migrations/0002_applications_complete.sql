CREATE TABLE "identity_fingerprints" (
	"application_id" uuid NOT NULL,
	"section" text NOT NULL,
	"item_id" text DEFAULT '' NOT NULL,
	"field" text NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "identity_fingerprints_application_id_section_item_id_field_pk" PRIMARY KEY("application_id","section","item_id","field")
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
ALTER TABLE "applications" ADD COLUMN "kind" text DEFAULT 'payfac' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "partner_underwrites" boolean;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "tax_id_last4" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "merchant_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "contact_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "derived" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "identity_fingerprints" ADD CONSTRAINT "identity_fingerprints_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_fingerprints_fingerprint" ON "identity_fingerprints" USING btree ("fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","name");--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_assignee" ON "applications" USING btree ("assignee_id","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "applications_words" ON "applications" USING gin (to_tsvector('simple', "merchant_words" || ' ' || "contact_words"));--> statement-breakpoint
CREATE INDEX "applications_tax_id_last4" ON "applications" USING btree ("tax_id_last4","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "applications_opportunity" ON "applications" USING btree ("opportunity_id");--> statement-breakpoint
CREATE INDEX "applications_account" ON "applications" USING btree ("account_id");