import { Callout } from '@/components/ui/callout'
import { classNames } from '@/components/ui/class-names'
import { type Trouble, troubleWords } from './action-answer'

const TITLES: Readonly<Record<Exclude<Trouble['kind'], 'refused'>, string>> = {
  changed: 'Changed by someone else',
  'signed-out': 'Your session has ended',
  'no-answer': 'The desk did not answer',
}

/** For a button in a row of others. */
export function TroubleLine({ trouble, className }: { trouble: Trouble | null; className?: string }) {
  const words = trouble && troubleWords(trouble)
  if (!words) return null
  return (
    <p role="alert" className={classNames('text-sm text-bad-ink', className)}>
      {words}
    </p>
  )
}

/** Why an action failed, if no field is to blame. */
export function TroubleNotice({
  trouble,
  title = 'Nothing was changed',
}: {
  trouble: Trouble | null
  /** The title for a refusal. */
  title?: string
}) {
  if (trouble === null || trouble.message === '') return null
  const { kind, message } = trouble
  return (
    <Callout
      tone={kind === 'changed' ? 'warn' : 'bad'}
      live="alert"
      title={kind === 'refused' ? title : TITLES[kind]}
    >
      {message}
    </Callout>
  )
}
