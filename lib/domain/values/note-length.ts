/**
 * The maximum length of the reason for a decision. In its own file, without a schema library, for pages that load none.
 */
export const MAX_NOTE_LENGTH = 2_000
