CREATE TABLE "kept_texts" (
	"person_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"what" text NOT NULL,
	"content" jsonb NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kept_texts_person_id_application_id_what_pk" PRIMARY KEY("person_id","application_id","what")
);
--> statement-breakpoint
ALTER TABLE "underwriting_ticks" DROP CONSTRAINT "underwriting_ticks_application_id_round_key_pk";--> statement-breakpoint
ALTER TABLE "underwriting_ticks" ADD CONSTRAINT "underwriting_ticks_application_id_round_key_by_pk" PRIMARY KEY("application_id","round","key","by");--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "slot" text;--> statement-breakpoint
ALTER TABLE "underwriting_ticks" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_texts" ADD CONSTRAINT "kept_texts_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_texts" ADD CONSTRAINT "kept_texts_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "public"."applications"("id") ON DELETE no action ON UPDATE no action;