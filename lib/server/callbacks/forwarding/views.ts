import type { ForwardState, ForwardType } from '@/lib/domain/callbacks/forward'

export type ForwardView = {
  id: string
  endpoint: string
  /** Whether the endpoint is active. */
  isOn: boolean
  type: ForwardType
  state: ForwardState
  createdAt: string
  attempts: { at: string; status: number | null; problem: string | null; durationMs: number }[]
}
