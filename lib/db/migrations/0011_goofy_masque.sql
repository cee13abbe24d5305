ALTER TABLE "funding_attempts" ADD COLUMN "absent_said_by" uuid;--> statement-breakpoint
ALTER TABLE "funding_attempts" ADD COLUMN "absent_said_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "funding_attempts" ADD COLUMN "absent_note" text;--> statement-breakpoint
ALTER TABLE "funding_attempts" ADD CONSTRAINT "funding_attempts_absent_said_by_users_id_fk" FOREIGN KEY ("absent_said_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;