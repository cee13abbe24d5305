import type { Anomaly, EventState } from './event'

/** Those of form alone: the log names them, and nobody has to do anything about them. */
const FORMAL: readonly Anomaly[] = ['date-unreadable', 'expiry-unreadable', 'reference-format']

/** What a person's look cannot mend: it is no approved sale, or of none knows how much it is. */
const LASTING: readonly Anomaly[] = ['not-approved', 'amount-ambiguous', 'amount-unreadable']

/** What a person said of it, and what is known of it otherwise. */
export type Standing = {
  tranId: string | null
  anomalies: readonly Anomaly[]
  /** Different contents came, and nobody has said yet which one stands. */
  isContested: boolean
  /** Somebody looked at it as it is, and left a note. */
  isSettled: boolean
}

export function eventState({ tranId, anomalies, isContested, isSettled }: Standing): EventState {
  if (tranId === null) return 'unreadable'
  if (isContested) return 'conflict'
  const waits = isSettled ? isLasting : needsPerson
  return anomalies.some(waits) ? 'anomaly' : 'approved'
}

export const needsPerson = (anomaly: Anomaly): boolean => !FORMAL.includes(anomaly)
const isLasting = (anomaly: Anomaly): boolean => LASTING.includes(anomaly)

/** The amount and its anomalies, once a person has said what the text means; null: nobody has. */
export function withSettledAmount(
  { amountMinor, anomalies }: { amountMinor: number | null; anomalies: readonly Anomaly[] },
  settledAmountMinor: number | null,
): { amountMinor: number | null; anomalies: Anomaly[] } {
  if (settledAmountMinor === null || amountMinor !== null) return { amountMinor, anomalies: [...anomalies] }
  return {
    amountMinor: settledAmountMinor,
    anomalies: anomalies.filter(
      (anomaly) => anomaly !== 'amount-ambiguous' && anomaly !== 'amount-unreadable',
    ),
  }
}
