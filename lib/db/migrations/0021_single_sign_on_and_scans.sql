CREATE TABLE "sign_in_identities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "scan_finding" text;--> statement-breakpoint
ALTER TABLE "sign_in_identities" ADD CONSTRAINT "sign_in_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_identities_subject" ON "sign_in_identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_in_identities_user" ON "sign_in_identities" USING btree ("user_id","issuer");