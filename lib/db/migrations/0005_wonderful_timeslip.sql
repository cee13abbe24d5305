CREATE TABLE "payment_links" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_links_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"profile_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"invoice_number" text NOT NULL,
	"reference" text NOT NULL,
	"link" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "amount_by" uuid;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "amount_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "amount_note" text;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "closed_by" uuid;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "closed_note" text;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "link_n" bigint;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "link_amount_minor" bigint;--> statement-breakpoint
ALTER TABLE "callback_events" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_reference" ON "payment_links" USING btree ("profile_id","reference");--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_amount_by_users_id_fk" FOREIGN KEY ("amount_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_link_n_payment_links_n_fk" FOREIGN KEY ("link_n") REFERENCES "public"."payment_links"("n") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_events_link" ON "callback_events" USING btree ("link_n") WHERE link_n is not null;