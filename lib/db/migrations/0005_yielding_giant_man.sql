ALTER TABLE "underwriting_cases" ADD COLUMN "tax_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "underwriting_cases_tax_ids" ON "underwriting_cases" USING gin ("tax_ids");