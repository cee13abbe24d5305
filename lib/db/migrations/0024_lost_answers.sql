ALTER TABLE "funding_attempts" RENAME COLUMN "absent_said_by" TO "said_by";--> statement-breakpoint
ALTER TABLE "funding_attempts" RENAME COLUMN "absent_said_at" TO "said_at";--> statement-breakpoint
ALTER TABLE "funding_attempts" RENAME COLUMN "absent_note" TO "said_note";--> statement-breakpoint
ALTER TABLE "funding_attempts" RENAME COLUMN "absent_transactions" TO "said_missing";--> statement-breakpoint
ALTER TABLE "funding_attempts" RENAME CONSTRAINT "funding_attempts_absent_said_by_users_id_fk" TO "funding_attempts_said_by_users_id_fk";--> statement-breakpoint
-- What was found whole had no list; null says now that the partner has nothing.
UPDATE "funding_attempts" SET "said_missing" = '{}' WHERE "resolution" = 'found' AND "said_missing" IS NULL;--> statement-breakpoint
UPDATE "settings" SET "value" = "value" - 'absentAlone' || jsonb_build_object('outcomeAlone', "value" -> 'absentAlone')
WHERE "key" = 'funding' AND "value" ? 'absentAlone';
