/**
 * Chosen when an application is started (interface, "Endpoints"). `payfac` is sent to the create-or-update endpoint
 * (2); `full`, with pricing, to the create-application alias (4), which only creates.
 */
export type ApplicationKind = 'payfac' | 'full'
