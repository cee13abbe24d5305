CREATE TABLE "identity_checks" (
	"person_id" uuid NOT NULL,
	"door" text NOT NULL,
	"fingerprint" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_checks_person_id_door_fingerprint_pk" PRIMARY KEY("person_id","door","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "identity_fingerprints" ADD COLUMN "compared" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;