ALTER TABLE "documents" ADD COLUMN "called_as" text;--> statement-breakpoint
-- Of what is here already only the name tells: one accepted extension before another kind's.
UPDATE "documents" SET "called_as" = regexp_replace("name", '\.[^.]+$', '')
WHERE "name" ~* '\.(pdf|jpe?g|png|gif|webp|tiff?|bmp|hei[cf]|txt|csv)\.(pdf|jpe?g|png|gif|webp|tiff?|bmp|hei[cf]|txt|csv)$'
AND "name" !~* '\.(pdf\.pdf|jpe?g\.jpe?g|png\.png|gif\.gif|webp\.webp|tiff?\.tiff?|bmp\.bmp|hei[cf]\.hei[cf]|txt\.txt|csv\.csv)$';
