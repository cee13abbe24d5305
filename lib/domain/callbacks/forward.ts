/** What a message to one of our own systems reports. */
export type ForwardType = 'callback.received' | 'callback.changed'

/** `failed`: every try failed, and a person has to send it again. */
export type ForwardState = 'waiting' | 'delivered' | 'failed'
