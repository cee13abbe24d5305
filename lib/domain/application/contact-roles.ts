/**
 * The interface's roles; an admin can add others in Settings. In a file without schemas, so that a page that only needs
 * the names does not load them.
 */
export const PRINCIPAL = 'Principal'
export const CONTROL_PRONG = 'Control Prong'
export const AUTHORIZED_SIGNER = 'Authorized Signer'
