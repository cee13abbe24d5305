ALTER TABLE "application_imports" ADD COLUMN "left_out" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "listed_status" text GENERATED ALWAYS AS (case when status = 'draft' then coalesce(status_before_revision, status) else status end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD COLUMN "sent_by" uuid;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD CONSTRAINT "funding_batches_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "applications_listed_status" ON "applications" USING btree ("listed_status","updated_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "applications_updates_not_sent" ON "applications" USING btree ("updated_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE status = 'draft' and status_before_revision is not null;--> statement-breakpoint
-- Until now the sender was read from the audit log. Every later press of Send writes it down; a batch that is under way has had its press.
UPDATE "funding_batches" SET "sent_by" = (
	SELECT "actor_id" FROM "audit_log"
	WHERE "subject_type" = 'funding-batch' AND "subject_id" = "funding_batches"."id"::text
		AND "action" IN ('funding-batch-sending', 'funding-outcome-sent-again')
	ORDER BY "id" DESC LIMIT 1
) WHERE "status" = 'sending';
