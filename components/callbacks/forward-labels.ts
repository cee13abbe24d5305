import type { Tone } from '@/components/ui/tone'
import type { ForwardState, ForwardType } from '@/lib/domain/callbacks/forward'
import type { ForwardView } from '@/lib/server/callbacks/forwarding/views'

export const FORWARD_STATES: Readonly<Record<ForwardState, { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'progress' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** Each continues a sentence that starts with what the message is about. */
export const FORWARD_TYPES: Readonly<Record<ForwardType, string>> = {
  'callback.received': 'was received',
  'callback.changed': 'has changed',
}

type Attempt = ForwardView['attempts'][number]

export const attemptWords = ({ status, problem }: Pick<Attempt, 'status' | 'problem'>): string =>
  problem ?? `It answered HTTP ${status}`

/** How far a message is, in a sentence. */
export function statusWords({
  state,
  attempts,
  isOn,
}: Pick<ForwardView, 'state' | 'attempts' | 'isOn'>): string {
  const last = attempts.at(-1)
  if (state === 'waiting') {
    const next = isOn ? 'It is retried automatically.' : 'Its endpoint is off: it is sent once that is on.'
    if (last) return `${attemptWords(last)}. ${next}`
    return isOn ? 'Not sent yet.' : `Not sent yet. ${next}`
  }
  if (!last) return 'Not sent yet.'
  if (state === 'failed') return `${attemptWords(last)}. It is resent only on request.`
  return `${attemptWords(last)}.`
}
