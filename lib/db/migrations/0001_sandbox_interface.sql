CREATE TABLE "sandbox"."callbacks" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox"."callbacks_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"profile_id" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"response_url" text,
	"last_status" smallint,
	"last_problem" text,
	"last_attempt_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox"."fundings" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"amounts" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox"."profiles" (
	"profile_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"response_url" text
);
--> statement-breakpoint
CREATE TABLE "sandbox"."sales" (
	"tran_id" text PRIMARY KEY NOT NULL,
	"hpp_tran_id" text NOT NULL,
	"retrieval_reference_number" text NOT NULL,
	"profile_id" text NOT NULL,
	"kind" text NOT NULL,
	"approved" boolean NOT NULL,
	"amount_minor" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"event" json NOT NULL,
	CONSTRAINT "sales_hpp_tran_id_unique" UNIQUE("hpp_tran_id"),
	CONSTRAINT "sales_retrieval_reference_number_unique" UNIQUE("retrieval_reference_number")
);
--> statement-breakpoint
ALTER TABLE "sandbox"."journal" ADD COLUMN "request" text;--> statement-breakpoint
ALTER TABLE "sandbox"."journal" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "sandbox"."opportunities" ADD COLUMN "kind" text DEFAULT 'payfac' NOT NULL;--> statement-breakpoint
CREATE INDEX "sandbox_callbacks_due" ON "sandbox"."callbacks" USING btree ("state","next_attempt_at");