CREATE TABLE "funding_closed_failures" (
	"batch_id" uuid NOT NULL,
	"transaction_no" integer NOT NULL,
	CONSTRAINT "funding_closed_failures_batch_id_transaction_no_pk" PRIMARY KEY("batch_id","transaction_no")
);
--> statement-breakpoint
ALTER TABLE "funding_batches" ADD COLUMN "failures_closed_by" uuid;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD COLUMN "failures_closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD COLUMN "failures_closed_note" text;--> statement-breakpoint
ALTER TABLE "funding_closed_failures" ADD CONSTRAINT "funding_closed_failures_batch_id_funding_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."funding_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_batches" ADD CONSTRAINT "funding_batches_failures_closed_by_users_id_fk" FOREIGN KEY ("failures_closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;