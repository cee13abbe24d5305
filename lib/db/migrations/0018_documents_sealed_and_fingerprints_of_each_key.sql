ALTER TABLE "identity_fingerprints" DROP CONSTRAINT "identity_fingerprints_application_id_section_item_id_field_pk";--> statement-breakpoint
ALTER TABLE "identity_fingerprints" ADD CONSTRAINT "identity_fingerprints_application_id_section_item_id_field_fingerprint_pk" PRIMARY KEY("application_id","section","item_id","field","fingerprint");--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "sealed_key" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "erased_at" timestamp with time zone;