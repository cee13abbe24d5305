ALTER TABLE "funding_batches" ADD COLUMN "stated_totals" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- A draft promises nothing: sales that drafts alone have are open. One that a submitted batch may have stays as it was.
UPDATE "callback_events" SET "funding" = 'in-draft' FROM "funding_batches"
WHERE "funding_batches"."id" = "callback_events"."funding_batch_id" AND "callback_events"."funding" = 'in-batch'
  AND "funding_batches"."status" = 'draft'
  AND NOT EXISTS (
    SELECT FROM "funding_lines" JOIN "funding_batches" "others" ON "others"."id" = "funding_lines"."batch_id"
    WHERE "others"."status" NOT IN ('draft', 'discarded') AND "others"."profile_id" = "callback_events"."profile_id"
      AND "funding_lines"."transaction_id" = "callback_events"."tran_id" AND "funding_lines"."transaction_id" <> ''
  )
  AND NOT EXISTS (
    SELECT FROM "funding_lines" JOIN "funding_batches" "others" ON "others"."id" = "funding_lines"."batch_id"
    WHERE "others"."status" NOT IN ('draft', 'discarded') AND "others"."profile_id" = "callback_events"."profile_id"
      AND "funding_lines"."retrieval_reference_number" = "callback_events"."retrieval_ref_number"
      AND "funding_lines"."retrieval_reference_number" <> ''
  );
