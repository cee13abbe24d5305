import { Callout } from '@/components/ui/callout'
import type { Trouble } from './action-answer'

const TITLES: Readonly<Record<Exclude<Trouble['kind'], 'refused'>, string>> = {
  changed: 'Changed by someone else',
  'signed-out': 'Your session has ended',
  'no-answer': 'The desk did not answer',
}

/** Why an action came to nothing, where no field is to blame. */
export function TroubleNotice({
  trouble,
  title = 'Nothing was changed',
}: {
  trouble: Trouble | null
  /** Of a refusal. */
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
