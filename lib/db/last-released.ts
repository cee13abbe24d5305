/** The last migration of the version before: what came up to it is released, and moves with a release. */
export const LAST_RELEASED = '0029_identity_checks'
