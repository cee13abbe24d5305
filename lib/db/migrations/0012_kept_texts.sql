ALTER TABLE "kept_texts" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_texts" ADD COLUMN "text_id" uuid;