'use server'

import { revalidatePath } from 'next/cache'
import {
  assignCaseInput,
  caseInput,
  changeModeInput,
  withdrawAskInput,
  withdrawDeclineInput,
} from '@/lib/domain/cases/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { caseSchema } from '@/lib/server/cases/case'
import {
  answerAsk,
  answerAskSchema,
  answerRequest,
  answerSchema,
  askApplicant,
  askSchema,
  reviewAnswer,
  reviewAnswerSchema,
  withdrawAsk,
} from './ask'
import { assignCase, claimCase, releaseCase } from './claim'
import { confirmGroup, confirmGroupSchema } from './confirm-group'
import { decide, decideSchema, withdrawDecline } from './decide'
import { handOver, handOverSchema, takeBack } from './hand-over'
import { judgeDocument, judgeDocumentSchema } from './judge-document'
import { changeMode } from './mode'
import { claimNext } from './next-case'
import { addNote, addNoteSchema, confirmEntry, confirmEntrySchema } from './notes'
import { revealSchema, revealValues } from './reveal'

/** Every page that shows the case, or the application that it is of. */
const shown = {
  revalidates: ({ applicationId }: { applicationId: string }) => [
    routes.application(applicationId),
    routes.underwriting,
  ],
}

export const handOverAction = deskAction('applications:submit', handOverSchema, handOver, shown)

export const takeBackAction = deskAction('applications:submit', caseInput, takeBack, shown)

export const answerRequestAction = deskAction('applications:submit', answerSchema, answerRequest, shown)

export const answerAskAction = deskAction('applications:write', answerAskSchema, answerAsk, shown)

export const claimCaseAction = deskAction('underwriting:work', caseSchema, claimCase, shown)

export const releaseCaseAction = deskAction('underwriting:work', caseSchema, releaseCase, shown)

export const assignCaseAction = deskAction('underwriting:work', assignCaseInput, assignCase, shown)

/** The id of the case that was claimed; null where none is left that this person may decide on. */
export const claimNextAction = deskAction('underwriting:work').action(async ({ ctx }) => {
  const applicationId = await claimNext(ctx)
  revalidatePath(routes.underwriting, 'layout')
  return { applicationId }
})

export const confirmEntryAction = deskAction('underwriting:work', confirmEntrySchema, confirmEntry, shown)

export const confirmGroupAction = deskAction('underwriting:work', confirmGroupSchema, confirmGroup, shown)

export const judgeDocumentAction = deskAction('underwriting:work', judgeDocumentSchema, judgeDocument, shown)

export const addNoteAction = deskAction('underwriting:work', addNoteSchema, addNote, shown)

export const askApplicantAction = deskAction('underwriting:work', askSchema, askApplicant, shown)

export const withdrawAskAction = deskAction('underwriting:work', withdrawAskInput, withdrawAsk, shown)

export const reviewAnswerAction = deskAction('underwriting:work', reviewAnswerSchema, reviewAnswer, shown)

export const decideAction = deskAction('underwriting:decide', decideSchema, decide, shown)

export const withdrawDeclineAction = deskAction(
  'underwriting:decide',
  withdrawDeclineInput,
  withdrawDecline,
  shown,
)

export const changeModeAction = deskAction('underwriting:decide', changeModeInput, changeMode, shown)

/** The values go to the page of whoever asked, and nowhere else. */
export const revealValuesAction = deskAction('sensitive:reveal', revealSchema, async (ctx, input) => ({
  values: await revealValues(ctx, input),
}))
