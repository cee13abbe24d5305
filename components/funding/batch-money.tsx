import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { dollarWords } from '@/lib/domain/funding/approval'
import type { BatchMoney } from '@/lib/domain/funding/batch-money'
import { counted } from './funding-words'

const dollars = (amountMinor: string): string => dollarWords(BigInt(amountMinor))

/** `+$23,659.02`, `−$5.00`, `no difference`. */
export function differenceWords(wasMinor: string, isMinor: string): string {
  const difference = BigInt(isMinor) - BigInt(wasMinor)
  if (difference === 0n) return 'no difference'
  return `${difference > 0n ? '+' : ''}${dollarWords(difference)}`
}

/** What a batch that waits, or can be sent, moves. */
export function BatchMoneyPanel({ money }: { money: BatchMoney }) {
  return (
    <Panel title="Money" description={`${dollars(money.totalMinor)} in total`} flush>
      <BatchMoneySummary money={money} shown={10} />
    </Panel>
  )
}

/**
 * What an approver looks at before they say yes: what is unusual first, then who gets what. `shown`: of each list;
 * of overrides and changes all that there are.
 */
export function BatchMoneySummary({ money, shown }: { money: BatchMoney; shown: number }) {
  const { merchants, merchantCount, firstPayments, largest, changes, overrides, inLog, notInLog, warnings } =
    money
  return (
    <div className="flex flex-col [&>*+*]:border-t [&>*+*]:border-line">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-3">
        <Figure term="Total">{dollars(money.totalMinor)}</Figure>
        <Figure term="Merchants">
          {merchantCount.toLocaleString('en-US')}
          {firstPayments > 0 && (
            <>
              , <span className="text-warn-ink">{counted(firstPayments, 'first payment')}</span>
            </>
          )}
        </Figure>
        <Figure term="In the callback log">
          {counted(inLog, 'transaction')}
          {notInLog > 0 && (
            <>
              , <span className="text-warn-ink">{notInLog.toLocaleString('en-US')} not in the log</span>
            </>
          )}
        </Figure>
        {money.belowSale > 0 && (
          <Figure term="Below the sale">
            {counted(money.belowSale, 'transaction')}, {dollars(money.belowSaleMinor)} less
          </Figure>
        )}
        {changes.length > 0 && (
          <Figure term="Difference to what the partner holds">
            {differenceWords(money.changedWasMinor, money.changedIsMinor)}
          </Figure>
        )}
        {overrides.length > 0 && <Figure term="Above the sale">{counted(overrides.length, 'amount')}</Figure>}
        {warnings > 0 && (
          <Figure term="Warnings">
            <span className="text-warn-ink">{warnings.toLocaleString('en-US')}</span>
          </Figure>
        )}
      </dl>
      {overrides.length > 0 && (
        <Part title="Allowed above the sale">
          <Table label="Amounts allowed above the sale">
            <thead>
              <tr>
                <Th>Transaction</Th>
                <Th numeric>Sale</Th>
                <Th numeric>Allowed</Th>
                <Th>By</Th>
              </tr>
            </thead>
            <tbody>
              {overrides.map(({ transaction, saleMinor, allowedMinor, by, reason }) => (
                <tr key={transaction}>
                  <Td>
                    <code className="break-all">{transaction}</code>
                  </Td>
                  <Td numeric>{dollars(saleMinor)}</Td>
                  <Td numeric className="font-medium text-warn-ink">
                    {dollars(allowedMinor)}
                  </Td>
                  <Td>
                    <bdi>{by}</bdi>: <q className="break-words">{reason}</q>
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Part>
      )}
      {changes.length > 0 && (
        <Part
          title="Changes to what the partner holds"
          more={money.changeCount - changes.length}
          noun="change"
        >
          <Table label="Changes to what the partner holds">
            <thead>
              <tr>
                <Th>Transaction</Th>
                <Th>Merchant</Th>
                <Th numeric>Was</Th>
                <Th numeric>Is</Th>
                <Th numeric>Difference</Th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ transaction, merchantId, wasMinor, isMinor, batch, isCertain }) => (
                <tr key={`${transaction} ${merchantId}`}>
                  <Td>
                    <code className="break-all">{transaction}</code>
                    {batch !== null && <span className="block text-xs text-muted">set by B-{batch}</span>}
                    {!isCertain && <Badge tone="warn">Outcome unknown</Badge>}
                  </Td>
                  <Td>
                    <code className="break-all">{merchantId}</code>
                  </Td>
                  <Td numeric>{wasMinor === null ? 'none' : dollars(wasMinor)}</Td>
                  <Td numeric className="font-medium">
                    {dollars(isMinor)}
                  </Td>
                  <Td numeric>{differenceWords(wasMinor ?? '0', isMinor)}</Td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr className="font-medium [&>*]:border-t [&>*]:border-line">
                <Th scope="row" colSpan={2}>
                  All changed transactions
                </Th>
                <Td numeric>{dollars(money.changedWasMinor)}</Td>
                <Td numeric>{dollars(money.changedIsMinor)}</Td>
                <Td numeric>{differenceWords(money.changedWasMinor, money.changedIsMinor)}</Td>
              </tr>
            </tfoot>
          </Table>
        </Part>
      )}
      <Part title="By merchant" more={merchantCount - Math.min(shown, merchants.length)} noun="merchant">
        <Table label="Amounts by merchant">
          <thead>
            <tr>
              <Th>Merchant</Th>
              <Th numeric>Rows</Th>
              <Th numeric>Amount</Th>
            </tr>
          </thead>
          <tbody>
            {merchants.slice(0, shown).map(({ merchantId, name, amountMinor, lines, isFirst, lookAlike }) => (
              <tr key={merchantId}>
                <Td>
                  {name && <bdi className="me-2">{name}</bdi>}
                  <code className="me-2 break-all text-muted">{merchantId}</code>
                  {isFirst && <Badge tone="warn">First payment</Badge>}
                  {lookAlike && (
                    <span className="block text-xs text-warn-ink wrap-anywhere">Looks like {lookAlike}</span>
                  )}
                </Td>
                <Td numeric>{lines.toLocaleString('en-US')}</Td>
                <Td numeric className="font-medium">
                  {dollars(amountMinor)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Part>
      {largest.length > 0 && (
        <Part title="Largest amounts">
          <Table label="Largest amounts">
            <thead>
              <tr>
                <Th>Transaction</Th>
                <Th>Merchant</Th>
                <Th numeric>Amount</Th>
              </tr>
            </thead>
            <tbody>
              {largest.slice(0, shown).map(({ transaction, merchantId, amountMinor }) => (
                <tr key={`${transaction} ${merchantId}`}>
                  <Td>
                    <code className="break-all">{transaction}</code>
                  </Td>
                  <Td>
                    <code className="break-all">{merchantId}</code>
                  </Td>
                  <Td numeric className="font-medium">
                    {dollars(amountMinor)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Part>
      )}
    </div>
  )
}

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{term}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
)

/** `more`: how many are not in the list. */
const Part = ({
  title,
  more = 0,
  noun = '',
  children,
}: {
  title: string
  more?: number
  noun?: string
  children: ReactNode
}) => (
  <div className="min-w-0">
    <h3 className="px-4 py-2 text-sm font-semibold">{title}</h3>
    {children}
    {more > 0 && <p className="px-4 py-2 text-sm text-muted">and {counted(more, `more ${noun}`)}</p>}
  </div>
)
