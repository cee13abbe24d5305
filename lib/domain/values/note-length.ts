/** How long the words may be that a person gives a decision. Without a schema, for boxes on pages that load none. */
export const MAX_NOTE_LENGTH = 2_000
