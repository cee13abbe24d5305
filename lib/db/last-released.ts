/** The last migration of the previous version: it and all before it are released. Update it with each release. */
export const LAST_RELEASED = '0029_identity_checks'
