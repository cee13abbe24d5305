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
ALTER TABLE "connection_checks" ADD CONSTRAINT "connection_checks_run_by_users_id_fk" FOREIGN KEY ("run_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connection_checks_target" ON "connection_checks" USING btree ("target","n" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "connection_checks_at" ON "connection_checks" USING btree ("at");