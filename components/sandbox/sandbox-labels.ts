import type { Tone } from '@/components/ui/tone'
import { isLockedStage, LOCKED_STAGES } from '@/lib/domain/application/status'
import type { ControlEndpoint, ControlFaultMode, ControlProfileStatus } from '@/lib/server/sandbox/controls'

type Endpoint = { name: ControlEndpoint; label: string }

/** The interface's endpoints that have a journal and faults, in the order of its list. */
export const ENDPOINTS = [
  { name: 'token', label: 'Token' },
  { name: 'application', label: 'Create or update' },
  { name: 'attachment', label: 'Attachments' },
  { name: 'alias', label: 'Create (alias)' },
  { name: 'funding', label: 'Funding amounts' },
] as const satisfies readonly Endpoint[]

/** An unknown name is returned unchanged. */
export const endpointLabel = (name: string): string =>
  ENDPOINTS.find((endpoint) => endpoint.name === name)?.label ?? name

export function readEndpoint(value: string | string[] | undefined): ControlEndpoint | null {
  return ENDPOINTS.find(({ name }) => name === value)?.name ?? null
}

/** The sandbox's answer; "No answer" if a fault suppressed it. */
export function answerWords(status: number | null): { tone: Tone; label: string } {
  if (status === null) return { tone: 'warn', label: 'No answer' }
  return { tone: status < 400 ? 'good' : 'bad', label: `HTTP ${status}` }
}

const KIND_LABELS: Readonly<Record<string, string>> = {
  payfac: 'PayFac application',
  alias: 'Full application with pricing',
}

export const kindLabel = (kind: string): string => KIND_LABELS[kind] ?? kind

/** The sandbox's initial stage, and the two in which it refuses updates (interface, rule 13). */
export const STAGES: readonly string[] = ['Application Received', ...LOCKED_STAGES]

export const stageTone = (stage: string): Tone => (isLockedStage(stage) ? 'warn' : 'progress')

/** Interface, "Funding endpoint: status codes", by what can be set here. */
export const PROFILE_STATUSES = [
  {
    name: 'active',
    label: 'Active',
    tone: 'good',
    answers: 'With the right key, the answer is 200, or 400 for an invalid body.',
  },
  {
    name: 'suspended',
    label: 'Suspended',
    tone: 'warn',
    answers: 'With the right key, the answer is 403 without a body. Nothing is applied.',
  },
  {
    name: 'closed',
    label: 'Closed',
    tone: 'bad',
    answers: 'With the right key, the answer is 403 without a body. Nothing is applied.',
  },
] as const satisfies readonly { name: ControlProfileStatus; label: string; tone: Tone; answers: string }[]

export const profileStatus = (name: ControlProfileStatus) =>
  PROFILE_STATUSES.find((status) => status.name === name) ?? PROFILE_STATUSES[0]

type FaultMode = {
  name: ControlFaultMode
  label: string
  /** What the sandbox does. */
  does: string
  /** How the desk should react. */
  desk: string
  /** The mode's numbers, each with the default for an empty box. */
  delay?: { label: string; hint: string }
  status?: { label: string; hint: string }
}

const SILENCE = { label: 'Silence, in milliseconds', hint: 'Default: 60,000 (1 minute).' }
const STATUS = { label: 'HTTP status', hint: 'Default: 503.' }

export const FAULT_MODES: readonly FaultMode[] = [
  {
    name: 'status',
    label: 'Reject, apply nothing',
    does: 'Answers the status below at once. Nothing is applied.',
    desk: 'Below 500: rejected, can be fixed. From 500: outcome unknown. Nothing is resent automatically.',
    status: STATUS,
  },
  {
    name: 'status-after',
    label: 'Apply, then answer a status',
    does: 'Applies the request, then answers the status below as if it had failed.',
    desk: 'From 500: outcome unknown, although it was applied. Check the partner before you resend anything.',
    status: STATUS,
  },
  {
    name: 'hang',
    label: 'No answer, apply nothing',
    does: 'Applies nothing, sends no answer, then closes the connection.',
    desk: 'Gives up at its deadline. Outcome unknown.',
    delay: SILENCE,
  },
  {
    name: 'hang-after',
    label: 'Apply, then no answer',
    does: 'Applies the request, sends no answer, then closes the connection.',
    desk: 'As above, but the records exist.',
    delay: SILENCE,
  },
  {
    name: 'cut-after',
    label: 'Apply, then cut the connection',
    does: 'Applies the request and cuts the connection before it answers.',
    desk: 'Outcome unknown. Nothing is resent automatically.',
  },
  {
    name: 'malformed',
    label: 'Apply, answer broken JSON',
    does: 'Applies the request and answers 200 with half of the body.',
    desk: 'Outcome unknown. The raw answer is kept.',
  },
  {
    name: 'partial',
    label: 'Fail in part',
    does: 'Every second record of an application, or transaction of a batch, fails; a document is refused. Nothing happens to a token.',
    desk: 'Shows the result of each record, keeps the IDs of created records and never resends those.',
  },
  {
    name: 'slow',
    label: 'Answer one byte at a time',
    does: 'Applies the request, and sends the answer byte by byte.',
    desk: 'Waits until its deadline. Outcome unknown if the answer has not ended.',
    delay: { label: 'Time between two bytes, in milliseconds', hint: 'Default: 1,000 (1 second).' },
  },
]

export const faultMode = (name: string): FaultMode | null =>
  FAULT_MODES.find((mode) => mode.name === name) ?? null

/** The delivery status of a callback. */
export const CALLBACK_STATES = {
  waiting: { tone: 'progress', label: 'Waiting' },
  acknowledged: { tone: 'good', label: 'Acknowledged' },
  'given-up': { tone: 'bad', label: 'Given up' },
} as const satisfies Record<string, { tone: Tone; label: string }>
