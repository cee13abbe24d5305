'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import {
  answerAsk,
  answerAskSchema,
  answerRequest,
  answerSchema,
  askApplicant,
  askSchema,
  reviewAnswer,
  reviewAnswerSchema,
} from './ask'
import { assignCase, assignCaseSchema, caseSchema, claimCase, releaseCase } from './claim'
import { decide, decideSchema } from './decide'
import { handOver, handOverSchema, takeBack } from './hand-over'
import { changeMode, changeModeSchema } from './mode'
import { claimNext } from './next-case'
import { addNote, addNoteSchema, tick, tickSchema } from './notes'
import { revealSchema, revealValue } from './reveal'

/** Every page that shows the case, or the application that it is of, shows what was just done. */
function shown<T>(applicationId: string, result: T): T {
  revalidatePath(routes.application(applicationId), 'layout')
  revalidatePath(routes.underwriting, 'layout')
  return result
}

export const handOverAction = deskAction('applications:submit')
  .inputSchema(handOverSchema)
  .action(async ({ parsedInput, ctx }) => shown(parsedInput.applicationId, await handOver(ctx, parsedInput)))

export const takeBackAction = deskAction('applications:submit')
  .inputSchema(caseSchema)
  .action(async ({ parsedInput, ctx }) => shown(parsedInput.applicationId, await takeBack(ctx, parsedInput)))

export const answerRequestAction = deskAction('applications:submit')
  .inputSchema(answerSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await answerRequest(ctx, parsedInput)),
  )

export const answerAskAction = deskAction('applications:write')
  .inputSchema(answerAskSchema)
  .action(async ({ parsedInput, ctx }) => shown(parsedInput.applicationId, await answerAsk(ctx, parsedInput)))

export const claimCaseAction = deskAction('underwriting:work')
  .inputSchema(caseSchema)
  .action(async ({ parsedInput, ctx }) => shown(parsedInput.applicationId, await claimCase(ctx, parsedInput)))

export const releaseCaseAction = deskAction('underwriting:work')
  .inputSchema(caseSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await releaseCase(ctx, parsedInput)),
  )

export const assignCaseAction = deskAction('underwriting:work')
  .inputSchema(assignCaseSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await assignCase(ctx, parsedInput)),
  )

/** The id of the case that was claimed; null where none is left that this person may decide on. */
export const claimNextAction = deskAction('underwriting:work').action(async ({ ctx }) => {
  const applicationId = await claimNext(ctx)
  revalidatePath(routes.underwriting, 'layout')
  return { applicationId }
})

export const tickAction = deskAction('underwriting:work')
  .inputSchema(tickSchema)
  .action(async ({ parsedInput, ctx }) => shown(parsedInput.applicationId, await tick(ctx, parsedInput)))

export const addNoteAction = deskAction('underwriting:work')
  .inputSchema(addNoteSchema)
  .action(async ({ parsedInput, ctx }) => shown(parsedInput.applicationId, await addNote(ctx, parsedInput)))

export const askApplicantAction = deskAction('underwriting:work')
  .inputSchema(askSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await askApplicant(ctx, parsedInput)),
  )

export const reviewAnswerAction = deskAction('underwriting:work')
  .inputSchema(reviewAnswerSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await reviewAnswer(ctx, parsedInput)),
  )

export const decideAction = deskAction('underwriting:decide')
  .inputSchema(decideSchema)
  .action(async ({ parsedInput, ctx }) => shown(parsedInput.applicationId, await decide(ctx, parsedInput)))

export const changeModeAction = deskAction('underwriting:decide')
  .inputSchema(changeModeSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await changeMode(ctx, parsedInput)),
  )

/** The value goes to the page of whoever asked, and nowhere else. */
export const revealValueAction = deskAction('sensitive:reveal')
  .inputSchema(revealSchema)
  .action(async ({ parsedInput, ctx }) => ({ value: await revealValue(ctx, parsedInput) }))
