/** Where a document stands on its way to the partner. `unknown`: it may be there, and only a person can find out. */
export const DELIVERY_STATES = ['waiting', 'sending', 'delivered', 'refused', 'not-sent', 'unknown'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The partner does not have it, and it is not on its way: it can still be renamed, or taken away. */
export const UNDELIVERED_STATES = [
  'waiting',
  'refused',
  'not-sent',
] as const satisfies readonly DeliveryState[]

/** It came to an end without arriving: sending it again cannot make it twice. */
export const RETRYABLE_STATES = ['refused', 'not-sent'] as const satisfies readonly DeliveryState[]

const isOneOf =
  (states: readonly DeliveryState[]) =>
  (state: DeliveryState): boolean =>
    states.includes(state)

export const canChangeDocument = isOneOf(UNDELIVERED_STATES)
export const canSendDocumentAgain = isOneOf(RETRYABLE_STATES)
