import * as z from 'zod/mini'
import { note } from '../values/note'
import { MOST_CENTS } from './amount-readings'
import { checkEndpoint } from './endpoint'
import { OVERLAP_HOURS } from './receiver'

/** Inputs of the commands about callbacks, validated by both browser and server. */

// Decisions about an event.

const HOW = 'Enter how you know.'

/** The reason for a decision, and the version of the event that the person saw. */
const decision = {
  n: z.int().check(z.minimum(1)),
  /** `deliveries` and `version` of that view. */
  deliveries: z.int().check(z.minimum(1)),
  version: z.int().check(z.minimum(0)),
}
const choose = 'Choose one of them.'

/** `contentN`: the number of the delivery whose content is correct. */
export const resolveConflictInput = z.strictObject({
  ...decision,
  note: note(HOW),
  contentN: z.int(choose).check(z.minimum(1, choose)),
})

/** `amountMinor`: cents. `isMeant`: the person confirmed an amount that is no reading of the received text. */
export const setAmountInput = z.strictObject({
  ...decision,
  note: note(HOW),
  amountMinor: z.int(choose).check(z.minimum(1, choose), z.maximum(MOST_CENTS)),
  isMeant: z.optional(z.boolean()),
})

export const decideEventInput = z.strictObject({ ...decision, note: note() })

/** More than anyone selects on one page of the log. */
const MAX_MARKED = 500

/** Several events, each with the version that the person saw, and one reason for all. */
export const countAsSalesInput = z.strictObject({
  sales: z.array(z.strictObject(decision)).check(z.minLength(1), z.maxLength(MAX_MARKED)),
  note: note(),
})

export const reprocessEventInput = z.strictObject({ n: z.int().check(z.minimum(1)) })

export const markOutsideInput = z.strictObject({
  sales: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(MAX_MARKED)),
  /** Where the money went, or why marking the sale was a mistake. */
  note: note('Enter what happened.'),
})

// Payment links.

/** Far longer than any field allows, so that the message about it appears at the field. */
const linkText = z.string().check(z.trim(), z.maxLength(2_000))

export const paymentLinkInput = z.strictObject({
  profileId: linkText,
  amount: linkText,
  invoice: linkText,
  reference: linkText,
})

// Receivers. `readReceiver` checks the texts.

const receiverText = z.string().check(z.maxLength(40_000))
const typedReceiver = z.object({ label: receiverText, allowed: receiverText })

export const createReceiverInput = z.extend(typedReceiver, {
  profileId: z.string().check(z.maxLength(100)),
  merchantId: receiverText,
})

export const changeReceiverInput = z.object({
  receiverId: z.uuid(),
  base: z.object({ label: z.string(), allowed: z.array(z.string()).check(z.maxLength(1_000)) }),
  typed: typedReceiver,
})

export const rotateKeyInput = z.object({
  receiverId: z.uuid(),
  /** The newest key that the page shows. A second click sends the same one, which is then no longer the newest. */
  newestKeyId: z.nullable(z.uuid()),
  overlapHours: z.literal(OVERLAP_HOURS, choose),
})

export const revokeKeyInput = z.object({ keyId: z.uuid() })

// Forwarding to our own systems.

const text = z.string().check(z.maxLength(10_000))
const endpointText = { label: text, url: text, innerAllowed: z.boolean() }

const checkedEndpoint = z.superRefine(
  (typed: { label: string; url: string; innerAllowed: boolean }, context) => {
    for (const { path, message } of checkEndpoint(typed))
      context.addIssue({ code: 'custom', path: [path], message, input: typed })
  },
)

export const endpointInput = z.object({ endpointId: z.uuid() })
export const addEndpointInput = z.extend(endpointInput, endpointText).check(checkedEndpoint)
/** `base`: the values that the form started with. */
export const changeEndpointInput = z
  .extend(endpointInput, { ...endpointText, base: z.object(endpointText) })
  .check(checkedEndpoint)
export const switchEndpointInput = z.extend(endpointInput, { active: z.boolean() })

export const replayForwardInput = z.object({ forwardId: z.uuid() })
export const replayFailedInput = z.object({ since: z.iso.datetime('Enter a day and a time.') })
