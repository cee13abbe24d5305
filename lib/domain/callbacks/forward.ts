/** What a message to one of our own systems tells of. */
export type ForwardType = 'callback.received' | 'callback.changed'

/** `failed`: every try of it failed, and it waits for a person to send it again. */
export type ForwardState = 'waiting' | 'delivered' | 'failed'
