CREATE TABLE "callback_deliveries" (
	"n" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "callback_deliveries_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_id" uuid NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"address" text NOT NULL,
	"body" "bytea" NOT NULL,
	"redactions" text[] NOT NULL,
	"kind" text,
	"event_n" bigint,
	"content_sha256" text
);
--> statement-breakpoint
CREATE TABLE "callback_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"label" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"active" boolean NOT NULL,
	"inner_allowed" boolean NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "callback_events" (
	"n" bigint PRIMARY KEY NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"last_received_at" timestamp with time zone NOT NULL,
	"deliveries" integer NOT NULL,
	"profile_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"tran_id" text,
	"content_n" bigint NOT NULL,
	"content_sha256" text NOT NULL,
	"state" text NOT NULL,
	"anomalies" text[] NOT NULL,
	"resp_code" text NOT NULL,
	"amount_text" text NOT NULL,
	"amount_minor" bigint,
	"currency_code" text NOT NULL,
	"tran_date" text NOT NULL,
	"tran_type" text NOT NULL,
	"account" text NOT NULL,
	"invoice_number" text NOT NULL,
	"client_ref_number" text NOT NULL,
	"retrieval_ref_number" text NOT NULL,
	"hpp_tran_id" text NOT NULL,
	"identifiers" text[] NOT NULL,
	"funding" text NOT NULL,
	"funding_batch_id" uuid,
	"outside_by" uuid,
	"outside_at" timestamp with time zone,
	"outside_note" text,
	"settled_by" uuid,
	"settled_at" timestamp with time zone,
	"settled_note" text,
	"settled_amount_minor" bigint
);
--> statement-breakpoint
CREATE TABLE "callback_forward_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "callback_forward_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"forward_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"status" smallint,
	"problem" text,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "callback_forwards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"event_n" bigint NOT NULL,
	"type" text NOT NULL,
	"payload" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "callback_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"receiver_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"last_four" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_by" uuid,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "callback_receivers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"label" text NOT NULL,
	"profile_id" text NOT NULL,
	"merchant_id" text DEFAULT '' NOT NULL,
	"allowed" text[] DEFAULT '{}' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "callback_deliveries" ADD CONSTRAINT "callback_deliveries_key_id_callback_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."callback_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_endpoints" ADD CONSTRAINT "callback_endpoints_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_funding_batch_id_funding_batches_id_fk" FOREIGN KEY ("funding_batch_id") REFERENCES "public"."funding_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_outside_by_users_id_fk" FOREIGN KEY ("outside_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_events" ADD CONSTRAINT "callback_events_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_forward_attempts" ADD CONSTRAINT "callback_forward_attempts_forward_id_callback_forwards_id_fk" FOREIGN KEY ("forward_id") REFERENCES "public"."callback_forwards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_forwards" ADD CONSTRAINT "callback_forwards_endpoint_id_callback_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."callback_endpoints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_forwards" ADD CONSTRAINT "callback_forwards_event_n_callback_events_n_fk" FOREIGN KEY ("event_n") REFERENCES "public"."callback_events"("n") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_keys" ADD CONSTRAINT "callback_keys_receiver_id_callback_receivers_id_fk" FOREIGN KEY ("receiver_id") REFERENCES "public"."callback_receivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_keys" ADD CONSTRAINT "callback_keys_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_keys" ADD CONSTRAINT "callback_keys_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_receivers" ADD CONSTRAINT "callback_receivers_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_deliveries_waiting" ON "callback_deliveries" USING btree ("n") WHERE kind is null;--> statement-breakpoint
CREATE INDEX "callback_deliveries_event" ON "callback_deliveries" USING btree ("event_n","n");--> statement-breakpoint
CREATE INDEX "callback_deliveries_content" ON "callback_deliveries" USING btree ("event_n","content_sha256") WHERE kind <> 'repeat';--> statement-breakpoint
CREATE INDEX "callback_deliveries_key" ON "callback_deliveries" USING btree ("key_id","n");--> statement-breakpoint
CREATE UNIQUE INDEX "callback_events_sale" ON "callback_events" USING btree ("profile_id","merchant_id","tran_id") WHERE tran_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "callback_events_nameless" ON "callback_events" USING btree ("profile_id","merchant_id","content_sha256") WHERE tran_id is null;--> statement-breakpoint
CREATE INDEX "callback_events_latest" ON "callback_events" USING btree ("received_at" DESC NULLS LAST,"n" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "callback_events_merchant" ON "callback_events" USING btree ("profile_id","merchant_id","received_at" DESC NULLS LAST,"n" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "callback_events_state" ON "callback_events" USING btree ("state","received_at" DESC NULLS LAST,"n" DESC NULLS LAST) WHERE state <> 'approved';--> statement-breakpoint
CREATE INDEX "callback_events_funding" ON "callback_events" USING btree ("funding","received_at" DESC NULLS LAST,"n" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "callback_events_repeated" ON "callback_events" USING btree ("received_at" DESC NULLS LAST,"n" DESC NULLS LAST) WHERE deliveries > 1;--> statement-breakpoint
CREATE INDEX "callback_events_amount" ON "callback_events" USING btree ("amount_minor");--> statement-breakpoint
CREATE INDEX "callback_events_batch" ON "callback_events" USING btree ("funding_batch_id") WHERE funding_batch_id is not null;--> statement-breakpoint
CREATE INDEX "callback_events_tran_id" ON "callback_events" USING btree ("tran_id") WHERE tran_id is not null;--> statement-breakpoint
CREATE INDEX "callback_events_reference" ON "callback_events" USING btree ("retrieval_ref_number") WHERE retrieval_ref_number <> '';--> statement-breakpoint
CREATE INDEX "callback_events_identifiers" ON "callback_events" USING gin ("identifiers");--> statement-breakpoint
CREATE INDEX "callback_forward_attempts_forward" ON "callback_forward_attempts" USING btree ("forward_id","id");--> statement-breakpoint
CREATE INDEX "callback_forwards_event" ON "callback_forwards" USING btree ("event_n");--> statement-breakpoint
CREATE INDEX "callback_forwards_endpoint" ON "callback_forwards" USING btree ("endpoint_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "callback_forwards_open" ON "callback_forwards" USING btree ("state","created_at") WHERE state <> 'delivered';--> statement-breakpoint
CREATE UNIQUE INDEX "callback_keys_fingerprint" ON "callback_keys" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "callback_keys_receiver" ON "callback_keys" USING btree ("receiver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "callback_receivers_whose" ON "callback_receivers" USING btree ("profile_id","merchant_id");--> statement-breakpoint
CREATE INDEX "documents_troubled" ON "documents" USING btree ("uploaded_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE removed_at is null and delivery in ('refused', 'not-sent', 'unknown');