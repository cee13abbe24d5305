import type { AnySectionName } from '@/lib/domain/application/draft'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { STEP_LABELS } from '@/lib/domain/application/steps'
import type { Violation } from '@/lib/domain/values/violation'
import { submitApplicationAction } from '@/lib/server/applications/actions'
import { unsavedSection } from './tab-savers'

/** Why it was not sent; `unsure` if it may have been sent. */
export type SubmissionProblem = {
  title: string
  words: string
  violations?: Violation[]
  lookAtResult?: boolean
  signIn?: boolean
  unsure?: boolean
}

/**
 * Sends an application once and returns its status if it was sent, whatever the partner answered, or why it was
 * not. Sends nothing while this tab has unsaved changes of it.
 */
export async function askSubmission(
  input: Parameters<typeof submitApplicationAction>[0],
): Promise<{ ok: true; status: ApplicationStatus } | { ok: false; problem: SubmissionProblem }> {
  const unsaved = unsavedSection(input.applicationId)
  const result = unsaved ? unsavedProblem(unsaved) : await ask(input)
  return typeof result === 'string' ? { ok: true, status: result } : { ok: false, problem: result }
}

async function ask(
  input: Parameters<typeof submitApplicationAction>[0],
): Promise<ApplicationStatus | SubmissionProblem> {
  const result = await submitApplicationAction(input).catch(() => null)
  if (result === null) {
    return {
      title: 'The desk did not answer',
      words: 'It may have been sent. Check the application’s status before you submit again.',
      lookAtResult: true,
      unsure: true,
    }
  }
  const { data, serverError } = result
  if (serverError?.code === 'signed-out') {
    return {
      title: 'It was not sent: your session has ended',
      words: 'Sign in, then submit it again.',
      signIn: true,
    }
  }
  if (serverError) {
    // These errors can also happen after the partner answered, while its answer is being stored.
    const unsure = serverError.code === 'unexpected' || serverError.code === 'unavailable'
    return {
      title: unsure ? 'Something went wrong on the way' : 'It was not sent',
      words: unsure
        ? `${serverError.message} Check its status before you submit again.`
        : serverError.message,
      lookAtResult: true,
      unsure,
    }
  }
  if (!data)
    return {
      title: 'It was not sent',
      words: 'The desk could not read the request. Reload the page and try again.',
    }
  if (data.ok) return data.status
  switch (data.reason) {
    case 'violations':
      return {
        title: 'It was not sent: the desk found more than this page showed',
        words: 'Fix these, then submit again.',
        violations: data.violations.filter(({ severity }) => severity === 'error'),
      }
    case 'changed':
      return { title: 'It was not sent: someone changed it', words: data.message }
    case 'wrong-state':
      return { title: 'Nothing was sent', words: data.message, lookAtResult: true }
  }
}

const unsavedProblem = (section: AnySectionName): SubmissionProblem => ({
  title: 'Nothing was sent: this tab holds text that is not saved',
  words: `What was typed on the step “${STEP_LABELS[section]}” did not reach the desk. Open the step, see it saved, then submit.`,
})
