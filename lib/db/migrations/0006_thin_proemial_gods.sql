CREATE TABLE "connection_checks" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "connection_checks_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"target" text NOT NULL,
	"state" text NOT NULL,
	"found" text NOT NULL,
	"meaning" text NOT NULL,
	"advice" text NOT NULL,
	"facts" jsonb NOT NULL,
	"duration_ms" integer NOT NULL,
	"run_by" uuid
);
--> statement-breakpoint
CREATE TABLE "funding_unmatched_errors" (
	"attempt_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"transaction_id" text,
	"retrieval_reference_number" text,
	"error_code" text,
	"error_message" text,
	CONSTRAINT "funding_unmatched_errors_attempt_id_n_pk" PRIMARY KEY("attempt_id","n")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "adopted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "adopted_by" uuid;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "adopted_note" text;--> statement-breakpoint
ALTER TABLE "connection_checks" ADD CONSTRAINT "connection_checks_run_by_users_id_fk" FOREIGN KEY ("run_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "funding_unmatched_errors" ADD CONSTRAINT "funding_unmatched_errors_attempt_id_funding_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."funding_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_checks_target" ON "connection_checks" USING btree ("target","n" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_adopted_by_users_id_fk" FOREIGN KEY ("adopted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "applications" ADD CONSTRAINT "applications_adopted" CHECK (adopted_at is null or (kind = 'payfac' and opportunity_id is not null and account_id is not null));