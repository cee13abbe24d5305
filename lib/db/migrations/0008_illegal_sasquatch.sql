ALTER TABLE "funding_overrides" ADD COLUMN "payees" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- What was allowed before was allowed for whoever the batch pays: an allowance for nobody would stop batches on their way.
UPDATE "funding_overrides" SET "payees" = found.payees FROM (
  SELECT overrides.batch_id, overrides.key, array_agg(DISTINCT same.merchant_id) AS payees
  FROM funding_overrides overrides
    JOIN funding_lines named ON named.batch_id = overrides.batch_id
    LEFT JOIN callback_events events ON named.transaction_id = '' AND named.retrieval_reference_number <> ''
      AND events.retrieval_ref_number = named.retrieval_reference_number AND events.tran_id IS NOT NULL
    JOIN funding_lines same ON same.batch_id = named.batch_id AND same.transaction_no = named.transaction_no
      AND same.amount_minor > 0
  WHERE overrides.key IN (
    'id ' || named.transaction_id, 'ref ' || named.retrieval_reference_number, 'id ' || events.tran_id
  )
  GROUP BY overrides.batch_id, overrides.key
) found
WHERE funding_overrides.batch_id = found.batch_id AND funding_overrides.key = found.key;
