ALTER TABLE "funding_attempts" ADD COLUMN "absent_transactions" integer[];--> statement-breakpoint
ALTER TABLE "funding_overrides" ADD COLUMN "amounts" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "callback_events_judged" ON "callback_events" USING btree ("tran_id") WHERE amount_by is not null or settled_by is not null or sale_by is not null;--> statement-breakpoint
-- What was allowed before was allowed for whom the batch pays, each as much as it gets there.
UPDATE "funding_overrides" SET "amounts" = coalesce((
  SELECT array_agg(coalesce((
    SELECT sum(own.amount_minor)::bigint
    FROM funding_lines own
    WHERE own.batch_id = funding_overrides.batch_id AND own.merchant_id = payee.merchant_id
      AND own.transaction_no = (
        SELECT named.transaction_no
        FROM funding_lines named
          LEFT JOIN callback_events events ON named.transaction_id = '' AND named.retrieval_reference_number <> ''
            AND events.retrieval_ref_number = named.retrieval_reference_number AND events.tran_id IS NOT NULL
        WHERE named.batch_id = funding_overrides.batch_id AND funding_overrides.key IN (
          'id ' || named.transaction_id, 'ref ' || named.retrieval_reference_number, 'id ' || events.tran_id
        )
        ORDER BY named.transaction_no LIMIT 1
      )
  ), 0) ORDER BY payee.place)
  FROM unnest(funding_overrides.payees) WITH ORDINALITY AS payee (merchant_id, place)
), '{}');
