ALTER TABLE "callback_events" ADD COLUMN "sale_by" uuid;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "sale_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "sale_note" text;--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_sale_by_users_id_fk" FOREIGN KEY ("sale_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;