-- Rows of the audit log and its seals are added and never changed (docs/decisions/0031). `enable always`: also for a
-- session that turned triggers off by session_replication_role.
--
-- One exception: the sweep of card numbers (lib/server/card-numbers) may mask `detail` of a row that was never sealed.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'audit_log'
    AND current_setting('desk.masks_card_numbers', true) = 'on' THEN
    IF to_jsonb(OLD) - 'detail' = to_jsonb(NEW) - 'detail'
      AND NOT EXISTS (SELECT FROM audit_seals WHERE audit_id = OLD.id) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% is only ever added to: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_seals_only_grow BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_seals_never_emptied BEFORE TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_only_grows;--> statement-breakpoint
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_never_emptied;--> statement-breakpoint
ALTER TABLE audit_seals ENABLE ALWAYS TRIGGER audit_seals_only_grow;--> statement-breakpoint
ALTER TABLE audit_seals ENABLE ALWAYS TRIGGER audit_seals_never_emptied;--> statement-breakpoint
-- Who worked on an application, as the audit log had it until now.
INSERT INTO application_contributors (application_id, person_id)
SELECT DISTINCT applications.id, users.id
FROM audit_log
JOIN applications ON applications.id::text = audit_log.subject_id
JOIN users ON users.id = audit_log.actor_id
WHERE audit_log.subject_type = 'application'
  AND audit_log.action IN (
    'application-started', 'application-adopted', 'section-saved', 'revision-discarded', 'document-added',
    'document-renamed', 'document-removed', 'document-replaced', 'document-category-changed', 'underwriting-hand-over',
    'underwriting-answer', 'underwriting-ask-answered');
