DROP INDEX "payment_links_reference";--> statement-breakpoint
CREATE UNIQUE INDEX "payment_links_reference" ON "payment_links" USING btree ("profile_id","reference") WHERE reference <> '';