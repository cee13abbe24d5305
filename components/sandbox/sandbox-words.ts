import type { Tone } from '@/components/ui/tone'
import { isLockedStage, LOCKED_STAGES } from '@/lib/domain/application/status'
import type { ControlEndpoint, ControlFaultMode, ControlProfileStatus } from '@/lib/server/sandbox/controls'

type Endpoint = { name: ControlEndpoint; label: string }

/** The interface's endpoints that have a journal and can fail, in the order of its own list of them. */
export const ENDPOINTS = [
  { name: 'token', label: 'Token' },
  { name: 'application', label: 'Create or update' },
  { name: 'attachment', label: 'Attachments' },
  { name: 'alias', label: 'Create (alias)' },
  { name: 'funding', label: 'Funding amounts' },
] as const satisfies readonly Endpoint[]

/** A name that this desk does not know stays as it is. */
export const endpointLabel = (name: string): string =>
  ENDPOINTS.find((endpoint) => endpoint.name === name)?.label ?? name

export function readEndpoint(value: string | string[] | undefined): ControlEndpoint | null {
  return ENDPOINTS.find(({ name }) => name === value)?.name ?? null
}

/** What the sandbox answered; nothing, where a fault wanted that. */
export function answerWords(status: number | null): { tone: Tone; label: string } {
  if (status === null) return { tone: 'warn', label: 'No answer' }
  return { tone: status < 400 ? 'good' : 'bad', label: `HTTP ${status}` }
}

const KIND_LABELS: Readonly<Record<string, string>> = {
  payfac: 'PayFac application',
  alias: 'Full application with pricing',
}

export const kindLabel = (kind: string): string => KIND_LABELS[kind] ?? kind

/** Where the sandbox begins, and the two stages in which it refuses updates (interface, rule 13). */
export const STAGES: readonly string[] = ['Application Received', ...LOCKED_STAGES]

export const stageTone = (stage: string): Tone => (isLockedStage(stage) ? 'warn' : 'progress')

/** Interface, "Funding endpoint: status codes", by what is set here. */
export const PROFILE_STATUSES = [
  {
    name: 'active',
    label: 'Active',
    tone: 'good',
    answers: 'With the right key it is let in: the answer is 200, or 400 for a body that is wrong.',
  },
  {
    name: 'suspended',
    label: 'Suspended',
    tone: 'warn',
    answers: 'With the right key the answer is 403 without a body, and nothing is applied.',
  },
  {
    name: 'closed',
    label: 'Closed',
    tone: 'bad',
    answers: 'With the right key the answer is 403 without a body, and nothing is applied.',
  },
] as const satisfies readonly { name: ControlProfileStatus; label: string; tone: Tone; answers: string }[]

export const profileStatus = (name: ControlProfileStatus) =>
  PROFILE_STATUSES.find((status) => status.name === name) ?? PROFILE_STATUSES[0]

type FaultMode = {
  name: ControlFaultMode
  label: string
  /** What the sandbox does. */
  does: string
  /** What the desk should make of it. */
  desk: string
  /** Figures that count for it, each with what stands in for an empty box. */
  delay?: { label: string; hint: string }
  status?: { label: string; hint: string }
}

const SILENCE = { label: 'Silence, in milliseconds', hint: 'Empty: 60,000, which is a minute.' }
const STATUS = { label: 'HTTP status', hint: 'Empty: 503.' }

export const FAULT_MODES: readonly FaultMode[] = [
  {
    name: 'status',
    label: 'Refuse, apply nothing',
    does: 'Answers the status below at once. Nothing is applied.',
    desk: 'Below 500 a refusal that can be mended. From 500 on the outcome is unknown, since the desk cannot see that nothing was done; nothing is sent again by itself.',
    status: STATUS,
  },
  {
    name: 'status-after',
    label: 'Apply, then answer a status',
    does: 'Applies the request, then answers the status below as if it had failed.',
    desk: 'From 500 on the outcome is unknown, and here the records do exist: look at “Applications held”. Sending it again would create them twice.',
    status: STATUS,
  },
  {
    name: 'hang',
    label: 'Say nothing, apply nothing',
    does: 'Applies nothing and stays silent, then closes the connection.',
    desk: 'Gives up at its own deadline, and the outcome is unknown. Its other pages stay quick meanwhile.',
    delay: SILENCE,
  },
  {
    name: 'hang-after',
    label: 'Apply, then say nothing',
    does: 'Applies the request and stays silent, then closes the connection.',
    desk: 'The same as above, only that the records exist. The desk must not tell the two apart by guessing.',
    delay: SILENCE,
  },
  {
    name: 'cut-after',
    label: 'Apply, then cut the connection',
    does: 'Applies the request, and cuts the connection before a byte of the answer.',
    desk: 'The outcome is unknown at once, and nothing is sent again by itself.',
  },
  {
    name: 'malformed',
    label: 'Apply, answer broken JSON',
    does: 'Applies the request, and answers 200 with the first half of the answer only.',
    desk: 'A success that cannot be read: the outcome is unknown, and the raw answer is kept for whoever looks.',
  },
  {
    name: 'partial',
    label: 'Let some of it fail',
    does: 'Every second record of an application, or transaction of a batch, fails; a document is refused. Nothing happens to a token.',
    desk: 'Shows the result record by record, keeps the ids of what was created, and never sends those again.',
  },
  {
    name: 'slow',
    label: 'Answer one byte at a time',
    does: 'Applies the request, and sends the answer byte by byte.',
    desk: 'Waits until its deadline. An answer that does not end by then leaves the outcome unknown.',
    delay: { label: 'Time between two bytes, in milliseconds', hint: 'Empty: 1,000, which is a second.' },
  },
]

export const faultMode = (name: string): FaultMode | null =>
  FAULT_MODES.find((mode) => mode.name === name) ?? null

/** How far a callback got. */
export const CALLBACK_STATES = {
  waiting: { tone: 'progress', label: 'Waiting' },
  acknowledged: { tone: 'good', label: 'Acknowledged' },
  'given-up': { tone: 'bad', label: 'Given up' },
} as const satisfies Record<string, { tone: Tone; label: string }>
