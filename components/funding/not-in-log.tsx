import { Callout } from '@/components/ui/callout'
import { counted } from '@/lib/domain/values/counted'

/** `15 transactions are not in the callback log` */
export const notInLogWords = (count: number): string =>
  `${counted(count, 'transaction')} ${count === 1 ? 'is' : 'are'} not in the callback log`

/** Shown once for the whole batch, because every row would say the same. */
export const NoneInLog = () => (
  <Callout tone="warn" title="None of these transactions is in the callback log">
    Their amounts and merchants can’t be compared with sales. Check them against the file or your own records.
  </Callout>
)

/** A total that could not be compared with anything is no good news. */
export const NotInLog = ({ count }: { count: number }) =>
  count > 0 && (
    <Callout tone="warn" title={notInLogWords(count)}>
      There is no sale to compare the {count === 1 ? 'amount' : 'amounts'} with.
    </Callout>
  )
