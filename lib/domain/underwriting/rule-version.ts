/**
 * The rules by which a case is judged: signals, checklist, reasons, decision, and the rules of the application
 * under them. Stored with every decision, so that years later it can be said by which rules it was made.
 *
 * Raise it by one when a case could come out differently: a threshold, a category, a checklist entry, a reason, a
 * check. A test fails whenever these files change, and says what to add to `rule-history.json`. Where only words or
 * the shape of the code changed, replace the last hash there, and keep the version.
 */
export const RULE_VERSION = '12'
