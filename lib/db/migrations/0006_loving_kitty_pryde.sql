ALTER TABLE "application_sections" ADD COLUMN "tab" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "emptied" text[] DEFAULT '{}' NOT NULL;