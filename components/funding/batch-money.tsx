import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { dollarWords } from '@/lib/domain/funding/approval'
import { type BatchMoney, payeeChangeWords } from '@/lib/domain/funding/batch-money'
import { counted } from '@/lib/domain/values/counted'

const dollars = (amountMinor: string): string => dollarWords(BigInt(amountMinor))

/** `+$23,659.02`, `−$5.00`, `no difference`. */
export function differenceWords(wasMinor: string, isMinor: string): string {
  const difference = BigInt(isMinor) - BigInt(wasMinor)
  if (difference === 0n) return 'no difference'
  return `${difference > 0n ? '+' : ''}${dollarWords(difference)}`
}

/** The difference of the sums, and who loses what another gets: alone it could say that nothing changes. */
export function changeWords(money: BatchMoney): string {
  const payees = payeeChangeWords(money)
  const difference = differenceWords(money.changedWasMinor, money.changedIsMinor)
  if (payees === null) return difference
  return money.changedWasMinor === money.changedIsMinor ? payees : `${difference}. ${payees}`
}

/** What a batch moves, as it was submitted or approved. `isSent`: its merchants stand with their results elsewhere. */
export function BatchMoneyPanel({ money, isSent }: { money: BatchMoney; isSent: boolean }) {
  return (
    <Panel
      title="Money"
      description={`${dollars(money.totalMinor)} in total${isSent ? ', as it was approved' : ''}`}
      flush
    >
      <BatchMoneySummary money={money} shown={10} hasMerchants={!isSent} />
    </Panel>
  )
}

/**
 * What an approver looks at before they say yes: what is unusual first, then who gets what. `shown`: of each list;
 * of overrides and changes all that there are.
 */
export function BatchMoneySummary({
  money,
  shown,
  hasMerchants = true,
}: {
  money: BatchMoney
  shown: number
  hasMerchants?: boolean
}) {
  const { merchants, merchantCount, firstPayments, largest, changes, overrides, inLog, notInLog, warnings } =
    money
  const { otherSplits = [], otherSplitCount = 0, withoutMerchant = [] } = money
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
          <Figure term="Difference to what the partner holds">{changeWords(money)}</Figure>
        )}
        {otherSplitCount > 0 && (
          <Figure term="Not the default split">
            <span className="text-warn-ink">{counted(otherSplitCount, 'sale')}</span>
          </Figure>
        )}
        {overrides.length > 0 && <Figure term="Above the sale">{counted(overrides.length, 'amount')}</Figure>}
        {warnings > 0 && (
          <Figure term="Warnings">
            <span className="text-warn-ink">{warnings.toLocaleString('en-US')}</span>
          </Figure>
        )}
      </dl>
      {withoutMerchant.length > 0 && (
        <Part
          title="Sales without a merchant in the log"
          more={withoutMerchant.length - Math.min(shown, withoutMerchant.length)}
          noun="merchant"
        >
          <ul
            aria-label="Sales without a merchant in the log"
            className="flex flex-col gap-1 px-4 pb-3 text-sm"
          >
            {withoutMerchant.slice(0, shown).map(({ merchantId, name, sales, amountMinor }) => (
              <li key={merchantId} className="wrap-anywhere text-warn-ink">
                {counted(sales, 'sale')} without a merchant in the log {sales === 1 ? 'goes' : 'go'} to{' '}
                <bdi>{name || merchantId}</bdi>: {dollars(amountMinor)}
              </li>
            ))}
          </ul>
        </Part>
      )}
      {otherSplits.length > 0 && (
        <Part title="Not the default split" more={otherSplitCount - otherSplits.length} noun="sale">
          <Table label="Sales that are not split by default">
            <thead>
              <tr>
                <Th>Transaction</Th>
                <Th>Merchant</Th>
                <Th numeric>Default</Th>
                <Th numeric>Here</Th>
              </tr>
            </thead>
            <tbody>
              {otherSplits.flatMap(({ transaction, merchantId: owner, shares }) =>
                shares.map(({ merchantId, isMinor, defaultMinor }) => (
                  <tr key={`${transaction} ${merchantId}`}>
                    <Td>
                      <code className="id">{transaction}</code>
                      <span className="block text-xs text-muted">sale of {owner}</span>
                    </Td>
                    <Td>
                      <code className="id">{merchantId}</code>
                    </Td>
                    <Td numeric>{dollars(String(defaultMinor))}</Td>
                    <Td numeric className="font-medium text-warn-ink">
                      {dollars(String(isMinor))}
                    </Td>
                  </tr>
                )),
              )}
            </tbody>
          </Table>
        </Part>
      )}
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
                    <code className="id">{transaction}</code>
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
                    <code className="id">{transaction}</code>
                    {batch !== null && <span className="block text-xs text-muted">set by B-{batch}</span>}
                    {!isCertain && <Badge tone="warn">Outcome unknown</Badge>}
                  </Td>
                  <Td>
                    <code className="id">{merchantId}</code>
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
      {hasMerchants && (
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
              {merchants
                .slice(0, shown)
                .map(({ merchantId, name, amountMinor, lines, isFirst, lookAlike }) => (
                  <tr key={merchantId}>
                    <Td>
                      {name && <bdi className="me-2">{name}</bdi>}
                      <code className="id me-2 text-muted">{merchantId}</code>
                      {isFirst && <Badge tone="warn">First payment</Badge>}
                      {lookAlike && (
                        <span className="block text-xs text-warn-ink wrap-anywhere">
                          Looks like {lookAlike}
                        </span>
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
      )}
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
                    <code className="id">{transaction}</code>
                  </Td>
                  <Td>
                    <code className="id">{merchantId}</code>
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
