import { Option } from '@/components/forms/option'
import { Callout } from '@/components/ui/callout'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { AmountStyle } from '@/lib/domain/funding/amount'
import { contradictsCentsText, plainDollarsText, styleBySalesText } from '@/lib/domain/funding/source-amounts'
import type { CheckedBatch, Remembered } from './batch-messages'

const STYLE_LABELS: Readonly<Record<AmountStyle, string>> = { dollars: 'Dollars', cents: 'Cents' }

/** Dollars or cents: decided by the amounts themselves, else by a person, who sees sample rows both ways. */
export function AmountQuestion({
  checked: { amountStyle, plain, centsHeading, samples, fitsSales },
  remembered,
  disabled,
  onChoose,
}: {
  checked: CheckedBatch
  remembered: Remembered['amounts']
  disabled: boolean
  onChoose: (style: AmountStyle) => void
}) {
  if (plain && centsHeading !== null) {
    return (
      <Panel title="Dollars or cents" description={contradictsCentsText(centsHeading, plain)}>
        <Styles styles={['dollars']} chosen={amountStyle} disabled={disabled} onChoose={onChoose} />
      </Panel>
    )
  }
  if (plain) {
    return (
      <Panel title="Dollars or cents">
        <p className="text-sm text-muted">{plainDollarsText(plain)}</p>
      </Panel>
    )
  }
  if (samples.length === 0) return null
  return (
    <Panel title="Dollars or cents" description={reasonFor(amountStyle, remembered, centsHeading)}>
      <Styles styles={['dollars', 'cents']} chosen={amountStyle} disabled={disabled} onChoose={onChoose} />
      {fitsSales && (
        <div className="mb-3">
          <Callout
            tone="warn"
            live="status"
            title={fitsSales === 'cents' ? 'These amounts may be cents' : 'These amounts may be dollars'}
          >
            {styleBySalesText(fitsSales)}
          </Callout>
        </div>
      )}
      <div className="overflow-clip rounded-md border border-line">
        <Table label="The same amounts both ways">
          <thead>
            <tr>
              <Th numeric>Row</Th>
              <Th>Merchant</Th>
              <Th numeric>Amount</Th>
              <Th numeric>As dollars</Th>
              <Th numeric>As cents</Th>
            </tr>
          </thead>
          <tbody>
            {samples.map(({ row, merchantId, amount, dollarsMinor, centsMinor }) => (
              <tr key={row}>
                <Td numeric className="text-faint">
                  {row}
                </Td>
                <Td>
                  <code className="text-xs">{merchantId}</code>
                </Td>
                <Td numeric>
                  <code className="text-xs">{amount}</code>
                </Td>
                <Td numeric className={amountStyle === 'cents' ? 'text-faint' : undefined}>
                  <Money amountMinor={dollarsMinor} />
                </Td>
                <Td numeric className={amountStyle === 'dollars' ? 'text-faint' : undefined}>
                  <Money amountMinor={centsMinor} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  )
}

function Styles({
  styles,
  chosen,
  disabled,
  onChoose,
}: {
  styles: readonly AmountStyle[]
  chosen: AmountStyle | null
  disabled: boolean
  onChoose: (style: AmountStyle) => void
}) {
  return (
    <fieldset disabled={disabled} className="mb-3">
      <legend className="mb-1 text-sm font-medium">The amounts are in</legend>
      {styles.map((style) => (
        <Option
          key={style}
          type="radio"
          name="amount-style"
          checked={chosen === style}
          onChange={() => onChoose(style)}
          label={STYLE_LABELS[style]}
        />
      ))}
    </fieldset>
  )
}

function reasonFor(
  style: AmountStyle | null,
  remembered: Remembered['amounts'],
  centsHeading: string | null,
): string {
  if (centsHeading !== null && style === 'dollars')
    return `The column is called “${centsHeading}”, and you chose dollars. Check the rows below.`
  if (style === null && (remembered === 'dollars' || remembered === 'cents'))
    return `Last time the amounts in these columns were ${remembered}. Choose what these are.`
  if (remembered === 'plain')
    return 'Last time the amounts in these columns had decimal points. These have none, so choose again.'
  if (centsHeading !== null) return `The column is called “${centsHeading}”. Choose what the amounts are.`
  return 'No amount shows cents or a dollar sign. Choose what the amounts are.'
}
