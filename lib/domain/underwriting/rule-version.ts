/**
 * The version of the rules by which a case is decided: signals, checklist, reasons, decision, and the application
 * rules below them. Stored with every decision, so that it is known years later which rules applied.
 * Raise it by one when a case could come out differently: a threshold, a category, a checklist entry, a reason, a
 * check. A test fails when these files change and says what to add to `rule-history.json`. If only wording or code
 * structure changed, replace the last hash there and keep the version.
 */
export const RULE_VERSION = '13'
