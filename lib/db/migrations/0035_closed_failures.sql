ALTER TABLE "funding_batches" ADD COLUMN "failures_closed_by" uuid;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD COLUMN "failures_closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD COLUMN "failures_closed_note" text;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD CONSTRAINT "funding_batches_failures_closed_by_users_id_fk" FOREIGN KEY ("failures_closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;