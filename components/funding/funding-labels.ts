import type { AmountUnit } from '@/lib/domain/funding/amount'
import type { BatchPurpose, BatchSource, BatchTone, FundingRequestState } from '@/lib/domain/funding/batch'

/** The unit of the amounts that are sent. */
export const UNIT_LABELS: Readonly<Record<AmountUnit, string>> = {
  minor: 'sent in cents',
  major: 'sent in whole dollars',
}

export const SOURCE_LABELS: Readonly<Record<BatchSource, string>> = {
  csv: 'CSV file',
  xlsx: 'Excel file',
  json: 'JSON file',
  pasted: 'Pasted cells',
  grid: 'Entered by hand',
  callbacks: 'Callback log',
  batch: 'Another batch',
}

/** Null for an ordinary batch. */
export const PURPOSE_LABELS: Readonly<Record<BatchPurpose, string | null>> = {
  new: null,
  retry: 'Retry',
  correction: 'Correction',
}

export const REQUEST_WORDS: Readonly<Record<FundingRequestState, { label: string; tone: BatchTone }>> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'progress' },
  accepted: { label: 'Answered', tone: 'good' },
  refused: { label: 'Rejected', tone: 'bad' },
  'not-sent': { label: 'Not sent', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  unknown: { label: 'Outcome unknown', tone: 'warn' },
}
