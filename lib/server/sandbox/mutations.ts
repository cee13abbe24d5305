import { z } from 'zod'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import type { Ctx } from '@/lib/server/services'
import {
  CONTROL_ENDPOINTS,
  type ControlProfile,
  FAULT_MODES,
  PROFILE_STATUSES,
  type SandboxControls,
} from './controls'
import { joinSandbox } from './join'

/** A record id has 15 to 18 letters and digits (interface, "Opp fields"); a profile's has none but these too. */
const id = z.string().regex(/^[A-Za-z0-9]{1,40}$/)

const isSendable = (text: string) => !text.includes('\u0000') && text.isWellFormed()
const NOT_SENDABLE = 'This has a character that cannot be sent. Type it again.'

export const setStageSchema = z.object({
  opportunityId: id,
  stage: z
    .string()
    .trim()
    .min(1, { error: 'Type the name of a stage, or choose one from the list.' })
    .max(255, { error: 'A stage has at most 255 characters.' })
    .refine(isSendable, { error: NOT_SENDABLE }),
})

export async function setStage(
  ctx: Ctx,
  controls: SandboxControls,
  { opportunityId, stage }: z.output<typeof setStageSchema>,
): Promise<{ stage: string }> {
  const before = await controls.requireOpportunity(opportunityId)
  return audited(
    ctx,
    { action: 'sandbox-stage-set', subjectId: opportunityId, detail: { before: before.stage, after: stage } },
    async () => ({ stage: (await controls.setStage(opportunityId, stage)).stage }),
  )
}

export const changeProfileSchema = z.object({
  profileId: id,
  status: z.enum(PROFILE_STATUSES),
  /** Empty: callbacks of this profile have nowhere to go. */
  responseUrl: z
    .string()
    .trim()
    .max(2_000, { error: 'An address has at most 2,000 characters.' })
    .refine((text) => text === '' || (/^https?:\/\/[\x21-\x7e]+$/i.test(text) && URL.canParse(text)), {
      error: 'Enter a full address, such as https://desk.example/webhooks/…, or leave it blank.',
    }),
})

export async function changeProfile(
  ctx: Ctx,
  controls: SandboxControls,
  { profileId, status, responseUrl }: z.output<typeof changeProfileSchema>,
): Promise<ControlProfile> {
  const before = await controls.requireProfile(profileId)
  const after = { status, responseUrl: responseUrl === '' ? null : responseUrl }
  return audited(
    ctx,
    {
      action: 'sandbox-profile-changed',
      subjectId: profileId,
      detail: { before: profileFacts(before), after: profileFacts(after) },
    },
    () => controls.changeProfile(profileId, after),
  )
}

/** Of a response address only the origin: what follows may hold the key of a receiver. */
const profileFacts = ({ status, responseUrl }: Pick<ControlProfile, 'status' | 'responseUrl'>) => ({
  status,
  responseOrigin: responseUrl !== null && URL.canParse(responseUrl) ? new URL(responseUrl).origin : null,
})

/** As it was typed into a box, with commas or without. */
const typedNumber = z.string().transform((text) => text.replace(/[\s,]/g, ''))

const wholeNumber = (least: number, most: number, words: string) =>
  typedNumber.pipe(
    z
      .string()
      .regex(/^\d{1,15}$/, { error: words })
      .transform(Number)
      .pipe(z.number().min(least, { error: words }).max(most, { error: words })),
  )

/** An empty box leaves the figure to the sandbox. */
const optionalNumber = (least: number, most: number, words: string) =>
  typedNumber
    .pipe(
      z.union([z.literal('').transform(() => undefined), wholeNumber(least, most, words)], { error: words }),
    )
    .optional()

const MAX_FIELDS = 200

const fieldSchema = z.object({ name: z.string(), value: z.string() })

export const sendCallbackSchema = z.object({
  profileId: id,
  times: wholeNumber(1, 1_000, 'Enter a number from 1 to 1,000.'),
  fields: z
    .array(fieldSchema)
    .max(MAX_FIELDS, { error: `At most ${MAX_FIELDS} fields.` })
    .superRefine((fields, ctx) => {
      const names = fields.map(({ name }) => name)
      const unnamed = names.indexOf('')
      if (unnamed >= 0) ctx.addIssue(`Field ${unnamed + 1} has no name. Name it, or remove it.`)
      const repeated = names.find((name, index) => name !== '' && names.indexOf(name) < index)
      if (repeated !== undefined) ctx.addIssue(`“${repeated}” is entered twice. Use each field once.`)
      if (fields.some(({ name, value }) => !isSendable(name) || !isSendable(value)))
        ctx.addIssue(NOT_SENDABLE)
    }),
})

/** The fields go as they were typed: what an event should hold is the receiver's to judge. */
export async function sendCallback(
  ctx: Ctx,
  controls: SandboxControls,
  { profileId, times, fields }: z.output<typeof sendCallbackSchema>,
): Promise<{ queued: number; first: number | null }> {
  return audited(
    ctx,
    {
      action: 'sandbox-callback-sent',
      subjectId: profileId,
      // Names only: a value may be a card number.
      detail: { times, fields: fields.map(({ name }) => name) },
    },
    () =>
      controls.sendCallback({
        profileId,
        times,
        fields: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
      }),
  )
}

export const setFaultSchema = z.object({
  endpoint: z.enum(CONTROL_ENDPOINTS),
  mode: z.enum(FAULT_MODES, { error: 'Choose a fault.' }),
  times: wholeNumber(1, 1_000_000, 'Enter a whole number from 1 to 1,000,000.'),
  delayMs: optionalNumber(
    0,
    600_000,
    'Enter milliseconds from 0 to 600,000 (ten minutes), or leave it blank.',
  ),
  status: optionalNumber(200, 599, 'Enter an HTTP status from 200 to 599, or leave it blank.'),
})

export async function setFault(
  ctx: Ctx,
  controls: SandboxControls,
  fault: z.output<typeof setFaultSchema>,
): Promise<void> {
  await audited(ctx, { action: 'sandbox-fault-set', subjectId: fault.endpoint, detail: fault }, () =>
    controls.setFault(fault),
  )
}

/** Of a control that needs to be told nothing. */
export const nothingSchema = z.object({})

export async function clearFaults(ctx: Ctx, controls: SandboxControls): Promise<void> {
  await audited(ctx, { action: 'sandbox-faults-cleared', subjectId: 'faults', detail: {} }, () =>
    controls.clearFaults(),
  )
}

/** `revoked`: how many tokens were valid until now. */
export async function revokeTokens(ctx: Ctx, controls: SandboxControls): Promise<{ revoked: number }> {
  return audited(ctx, { action: 'sandbox-tokens-revoked', subjectId: 'tokens', detail: {} }, () =>
    controls.revokeTokens(),
  )
}

/** The word that has to be typed: a reset takes everything, and nothing brings it back. */
export const RESET_WORD = 'reset'

export const resetSandboxSchema = z.object({
  word: z.string().refine((word) => word.trim().toLowerCase() === RESET_WORD, {
    error: `Type the word “${RESET_WORD}” to confirm.`,
  }),
})

/** The demonstration's sales come to this desk afterwards as before; `deskAddress` is APP_URL. */
export async function resetSandbox(ctx: Ctx, controls: SandboxControls, deskAddress: string): Promise<void> {
  await audited(ctx, { action: 'sandbox-reset', subjectId: 'sandbox', detail: {} }, async () => {
    await controls.reset()
    await joinSandbox(ctx, controls, deskAddress)
  })
}

/**
 * The row stands before the call, since a call cannot be part of a transaction: no change is without its
 * row. A call that failed gets a second row, which says so.
 */
async function audited<T>(
  ctx: Ctx,
  { action, subjectId, detail }: { action: AuditAction; subjectId: string; detail: Record<string, unknown> },
  run: () => Promise<T>,
): Promise<T> {
  const record = (entry: { action: AuditAction; detail: Record<string, unknown> }) =>
    recordBy(ctx, ctx.db, {
      subject: ['sandbox', subjectId],
      ...entry,
    })
  await record({ action, detail })
  try {
    return await run()
  } catch (error) {
    const reason = error instanceof DeskError ? error.code : 'unexpected'
    await record({ action: 'sandbox-control-failed', detail: { attempted: action, reason } })
    throw error
  }
}
