import type { ReactNode } from 'react'
import { defineColumns } from '@/components/lists/columns'
import { DataList } from '@/components/lists/data-list'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { type BatchMoney, payeeChangeWords, sumOfChanges } from '@/lib/domain/funding/batch-money'
import { NO_WAS, wasOfBatch, wasOfMerchant } from '@/lib/domain/funding/change'
import { warningWords } from '@/lib/domain/funding/warned-rows'
import { splitDeviation } from '@/lib/domain/funding/warning-groups'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import { type Change, ChangeFigures, changeColumns } from './change-amounts'
import { FEW, FirstOf } from './first-of'
import { groupSalesWords } from './group-sales-words'

/** How the batch changes what the partner holds; null if it does not. */
export function changeOfBatch(money: BatchMoney): Change | null {
  const was = wasOfBatch(money)
  return was && { was, newMinor: BigInt(money.totalMinor) }
}

/** The money of a batch as submitted or approved. `isSent`: its merchants are listed with their results instead. */
export function BatchMoneyPanel({ money, isSent }: { money: BatchMoney; isSent: boolean }) {
  return (
    <Panel
      title="Money"
      description={`${dollarWords(money.totalMinor)} in total${isSent ? ', as approved' : ''}`}
      flush
    >
      <BatchMoneySummary money={money} shown={10} hasMerchants={!isSent} />
    </Panel>
  )
}

/**
 * What an approver should look at before approving: unusual things first, then who gets what. `shown`: how many
 * entries of each list; overrides and changes are always complete. `hasWarnings`: false if they are listed
 * elsewhere. `opens`: all merchants can be shown; not on the batch's own page, which would have to carry up to 200
 * of them.
 */
export function BatchMoneySummary({
  money,
  shown,
  hasMerchants = true,
  hasWarnings = true,
  opens = false,
}: {
  money: BatchMoney
  shown: number
  hasMerchants?: boolean
  hasWarnings?: boolean
  opens?: boolean
}) {
  const { merchants, merchantCount, firstPayments, largest, overrides, inLog, notInLog } = money
  const { withoutMerchant = [], otherSplitCount = 0 } = money
  // Older frozen batches have them in file order.
  const otherSplits = (money.otherSplits ?? []).toSorted(
    (one, other) => splitDeviation(other) - splitDeviation(one),
  )
  const { withoutMerchantCount = withoutMerchant.length } = money
  const change = changeOfBatch(money)
  const payeeChanges = payeeChangeWords(money)
  return (
    <div className="flex flex-col [&>*+*]:border-t [&>*+*]:border-line">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-3">
        {change ? (
          <ChangeFigures change={change} />
        ) : (
          <Figure term="Total">{dollarWords(money.totalMinor)}</Figure>
        )}
        <Figure term="Merchants">
          {merchantCount.toLocaleString('en-US')}
          {firstPayments > 0 && (
            <>
              , <span className="text-warn-ink">{counted(firstPayments, 'first payment')}</span>
            </>
          )}
        </Figure>
        <Figure term={hasMerchants ? 'In the callback log' : 'In the callback log at approval'}>
          {counted(inLog, 'transaction')}
          {notInLog > 0 && (
            <>
              , <span className="text-warn-ink">{notInLog.toLocaleString('en-US')} not in the log</span>
            </>
          )}
        </Figure>
        {money.belowSale > 0 && (
          <Figure term="Below the sale">
            {counted(money.belowSale, 'transaction')}, {dollarWords(money.belowSaleMinor)} less
          </Figure>
        )}
        {overrides.length > 0 && <Figure term="Above the sale">{counted(overrides.length, 'amount')}</Figure>}
      </dl>
      {payeeChanges && <p className="px-4 py-2 text-sm text-warn-ink">{payeeChanges}</p>}
      {hasWarnings && <WarningKinds money={money} />}
      {withoutMerchant.length > 0 && (
        <Part title="Sales without a merchant in the log">
          <FirstOf
            rows={withoutMerchant}
            count={withoutMerchantCount}
            shown={shown}
            few={FEW}
            noun="merchant"
            opens={opens}
          >
            {(rows) => (
              <ul
                aria-label="Sales without a merchant in the log"
                className="flex flex-col gap-1 px-4 pb-3 text-sm"
              >
                {rows.map(({ merchantId, name, sales, amountMinor }) => (
                  <li key={merchantId} className="wrap-anywhere text-warn-ink">
                    {counted(sales, 'sale')} without a merchant in the log {sales === 1 ? 'goes' : 'go'} to{' '}
                    <bdi>{name || merchantId}</bdi>: {dollarWords(amountMinor)}
                  </li>
                ))}
              </ul>
            )}
          </FirstOf>
        </Part>
      )}
      {otherSplits.length > 0 && (
        <Part title="Not the default split">
          <FirstOf rows={otherSplits} count={otherSplitCount} shown={SPLITS} few={SPLITS} noun="sale">
            {(rows) => (
              <DataList
                label="Sales that are not split by default"
                cards="small"
                rows={rows.flatMap(({ transaction, merchantId: owner, isUnowned, shares }) =>
                  shares.map((share) => ({ transaction, owner, isUnowned: isUnowned === true, ...share })),
                )}
                columns={SPLIT_COLUMNS}
                rowKey={({ transaction, merchantId }) => `${transaction} ${merchantId}`}
              />
            )}
          </FirstOf>
        </Part>
      )}
      {overrides.length > 0 && (
        <Part title="Allowed above the sale">
          <DataList
            label="Amounts allowed above the sale"
            cards="small"
            rows={overrides}
            columns={OVERRIDE_COLUMNS}
            rowKey={({ transaction }) => transaction}
          />
        </Part>
      )}
      {change && <Changes money={money} batch={change} />}
      {hasMerchants && (
        <Part title="By merchant">
          <FirstOf
            rows={merchants}
            count={merchantCount}
            shown={shown}
            few={FEW}
            noun="merchant"
            opens={opens}
          >
            {(rows) => (
              <DataList
                label="Amounts by merchant"
                cards="small"
                rows={rows.map((merchant) => ({ ...merchant, change: changeOf(merchant, money) }))}
                columns={change && hasWas(merchants) ? CHANGED_MERCHANT_COLUMNS : MERCHANT_COLUMNS}
                rowKey={({ merchantId }) => merchantId}
              />
            )}
          </FirstOf>
        </Part>
      )}
      {largest.length > 0 && (
        <Part title="Largest amounts">
          <DataList
            label="Largest amounts"
            cards="small"
            rows={largest.slice(0, shown)}
            columns={LARGEST_COLUMNS}
            rowKey={({ transaction, merchantId }) => `${transaction} ${merchantId}`}
          />
        </Part>
      )}
    </div>
  )
}

/** Every kind with its count and total, worst first, so that no kind hides behind another. */
function WarningKinds({ money: { warnings, warnedRows, warningGroups = [] } }: { money: BatchMoney }) {
  if (warnings === 0) return null
  return (
    <Part title={warningWords(warnedRows, warningGroups.length)}>
      <ul aria-label="Warnings by kind" className="flex flex-wrap gap-x-6 gap-y-1 px-4 pb-3 text-sm">
        {warningGroups.map(({ code, title, count, rows = count, amountMinor, sales }) => (
          <li key={code} className="text-warn-ink">
            {title}: {groupSalesWords({ sales }) || rows.toLocaleString('en-US')}
            {amountMinor !== undefined && `, ${dollarWords(amountMinor)}`}
          </li>
        ))}
      </ul>
    </Part>
  )
}

type ChangeRow = Change & {
  key: string
  title: ReactNode
  merchantId: string
}

/** Each amount that changes, and below them the totals of the changes and of the batch. */
function Changes({ money, batch }: { money: BatchMoney; batch: Change }) {
  const { changes, changeCount } = money
  const sum = sumOfChanges(money)
  const sums = sum ? changeSums(sum, batch) : [batchRow(batch)]
  const rows = changes.map(
    ({ transaction, merchantId, wasMinor, isMinor, batch: setBy, isCertain }): ChangeRow => ({
      key: `${transaction} ${merchantId}`,
      title: (
        <>
          <code className="id">{transaction}</code>
          {setBy !== null && <span className="block text-xs text-muted">set by B-{setBy}</span>}
          {!isCertain && <Badge tone="warn">Outcome unknown</Badge>}
        </>
      ),
      merchantId,
      was: { amountMinor: BigInt(wasMinor ?? 0), isCertain },
      newMinor: BigInt(isMinor),
    }),
  )
  return (
    <Part title="Changes to what the partner holds" more={changeCount - changes.length} noun="change">
      <DataList
        label="Changes to what the partner holds"
        cards="small"
        rows={[...rows, ...sums]}
        columns={CHANGED_COLUMNS}
        rowKey={({ key }) => key}
        rowClass={({ merchantId }) => (merchantId === '' ? 'bg-sunken font-medium' : '')}
      />
    </Part>
  )
}

const batchRow = (batch: Change): ChangeRow => ({ key: 'batch', title: 'Batch', merchantId: '', ...batch })

/** Changes with an unknown outcome are included either way. */
function changeSums(
  { wasMinor, isMinor }: { wasMinor: string; isMinor: string },
  batch: Change,
): ChangeRow[] {
  const changed: Change = {
    was: { ...batch.was, amountMinor: BigInt(wasMinor) },
    newMinor: BigInt(isMinor),
  }
  const others: Change = {
    was: { amountMinor: batch.was.amountMinor - changed.was.amountMinor, isCertain: true },
    newMinor: batch.newMinor - changed.newMinor,
  }
  const isAll = others.was.amountMinor === 0n && others.newMinor === 0n
  return [
    { key: 'changed', title: 'All changed amounts', merchantId: '', ...changed },
    ...(isAll
      ? []
      : [{ key: 'others', title: 'All other amounts', merchantId: '', ...others }, batchRow(batch)]),
  ]
}

const CHANGED_COLUMNS = defineColumns<ChangeRow>([
  { id: 'transaction', title: 'Transaction', card: 'title', cell: ({ title }) => title },
  {
    id: 'merchant',
    title: 'Merchant',
    cell: ({ merchantId }) => merchantId && <code className="id">{merchantId}</code>,
  },
  ...changeColumns<ChangeRow>((row) => row),
])

/** The most sales shown, each with a row per merchant. */
const SPLITS = 5

type SplitRow = NonNullable<BatchMoney['otherSplits']>[number]['shares'][number] & {
  transaction: string
  owner: string
  isUnowned: boolean
}

const SPLIT_COLUMNS = defineColumns<SplitRow>([
  {
    id: 'transaction',
    title: 'Transaction',
    card: 'title',
    cell: ({ transaction, owner, isUnowned }) => (
      <>
        <code className="id">{transaction}</code>
        <span className="block text-xs text-muted">
          {isUnowned && 'no merchant in the log, '}default split of {owner}
        </span>
      </>
    ),
  },
  { id: 'merchant', title: 'Merchant', cell: ({ merchantId }) => <code className="id">{merchantId}</code> },
  {
    id: 'default',
    title: 'Default',
    numeric: true,
    card: 'line',
    cell: ({ defaultMinor }) => dollarWords(defaultMinor),
  },
  {
    id: 'here',
    title: 'Here',
    numeric: true,
    card: 'line',
    cell: ({ isMinor }) => <span className="font-medium text-warn-ink">{dollarWords(isMinor)}</span>,
  },
])

const OVERRIDE_COLUMNS = defineColumns<BatchMoney['overrides'][number]>([
  {
    id: 'transaction',
    title: 'Transaction',
    card: 'title',
    cell: ({ transaction }) => <code className="id">{transaction}</code>,
  },
  { id: 'sale', title: 'Sale', numeric: true, card: 'line', cell: ({ saleMinor }) => dollarWords(saleMinor) },
  {
    id: 'allowed',
    title: 'Allowed',
    numeric: true,
    card: 'line',
    cell: ({ allowedMinor }) => (
      <span className="font-medium text-warn-ink">{dollarWords(allowedMinor)}</span>
    ),
  },
  {
    id: 'by',
    title: 'By',
    cell: ({ by, reason }) => (
      <>
        <bdi>{by}</bdi>: <q className="break-words">{reason}</q>
      </>
    ),
  },
])

type MerchantRow = BatchMoney['merchants'][number] & { change: Change }

const hasWas = (merchants: BatchMoney['merchants']): boolean =>
  merchants.every(({ wasMinor }) => wasMinor !== undefined)

const changeOf = (
  { merchantId, amountMinor }: BatchMoney['merchants'][number],
  money: BatchMoney,
): Change => ({ was: wasOfMerchant(money, merchantId) ?? NO_WAS, newMinor: BigInt(amountMinor) })

const MERCHANT_AND_ROWS = defineColumns<MerchantRow>([
  {
    id: 'merchant',
    title: 'Merchant',
    card: 'title',
    cell: ({ merchantId, name, isFirst, lookAlike }) => (
      <>
        {name && <bdi className="me-2">{name}</bdi>}
        <code className="id me-2 text-muted">{merchantId}</code>
        {isFirst && <Badge tone="warn">First payment</Badge>}
        {lookAlike && (
          <span className="block text-xs text-warn-ink wrap-anywhere">Looks like {lookAlike}</span>
        )}
      </>
    ),
  },
  { id: 'rows', title: 'Rows', numeric: true, cell: ({ lines }) => lines.toLocaleString('en-US') },
])

const amountColumn = {
  id: 'amount',
  title: 'Amount',
  numeric: true,
  card: 'line' as const,
  cell: ({ amountMinor }: { amountMinor: string }) => (
    <span className="font-medium text-ink">{dollarWords(amountMinor)}</span>
  ),
}

const MERCHANT_COLUMNS = defineColumns<MerchantRow>([...MERCHANT_AND_ROWS, amountColumn])

const CHANGED_MERCHANT_COLUMNS = defineColumns<MerchantRow>([
  ...MERCHANT_AND_ROWS,
  ...changeColumns<MerchantRow>(({ change }) => change),
])

const LARGEST_COLUMNS = defineColumns<BatchMoney['largest'][number]>([
  {
    id: 'transaction',
    title: 'Transaction',
    card: 'title',
    cell: ({ transaction }) => <code className="id">{transaction}</code>,
  },
  { id: 'merchant', title: 'Merchant', cell: ({ merchantId }) => <code className="id">{merchantId}</code> },
  amountColumn,
])

const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{term}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
)

/** `more`: how many entries the list does not show. */
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
