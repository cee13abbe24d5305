/**
 * How far a document has got on its way to the partner. `unknown`: the partner may have it, and only a person can
 * find out.
 */
export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'refused', 'not-sent', 'unknown'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The partner does not have it and it is not being sent, so it can still be renamed or removed. */
export const UNDELIVERED_STATES = [
  'waiting',
  'refused',
  'not-sent',
] as const satisfies readonly DeliveryState[]

/** Sending failed for certain, so sending again cannot create a second copy. */
export const RETRYABLE_STATES = ['refused', 'not-sent'] as const satisfies readonly DeliveryState[]

const isOneOf =
  (states: readonly DeliveryState[]) =>
  (state: DeliveryState): boolean =>
    states.includes(state)

export const canChangeDocument = isOneOf(UNDELIVERED_STATES)
export const canSendDocumentAgain = isOneOf(RETRYABLE_STATES)
