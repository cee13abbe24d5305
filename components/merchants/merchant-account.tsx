import { callbackAddress } from '@/components/callbacks/callback-address'
import { withQuery } from '@/components/lists/list-address'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { FUNDING_LABELS } from '@/lib/domain/callbacks/event-labels'
import { US_DOLLARS } from '@/lib/domain/callbacks/readings'
import { STAGE_LABELS } from '@/lib/domain/callbacks/sale-stage'
import {
  ACCOUNT_LINES,
  ACCOUNT_LISTS,
  type AccountLineKey,
  type AccountSum,
} from '@/lib/domain/callbacks/sales-account'
import { statementList, statementPeriods } from '@/lib/domain/merchants/statement-query'
import type { IsoDate } from '@/lib/domain/values/calendar'
import { counted } from '@/lib/domain/values/counted'
import { groupedCents } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import type { HeldForMerchant, MerchantAccount } from '@/lib/server/merchants/views'

const LINE_WORDS: Readonly<Record<AccountLineKey, string>> = {
  ...STAGE_LABELS,
  funded: 'Funded',
  outside: 'Funded externally',
  draft: FUNDING_LABELS['in-draft'].label,
  left: 'Left of partially funded sales',
}

/** Where the money of a merchant's sales is, in one profile. The lines add up to all of the sales. */
export function SalesAccountPanel({ merchantId, account }: { merchantId: string; account: MerchantAccount }) {
  const { profileId, label, currencies, lines, all, seesLeft } = account
  const listOf = (query: Partial<CallbackListQuery>) => callbackAddress({ ...query, profileId, merchantId })
  return (
    <Panel
      title="Sales"
      description={
        <>
          Reported for <bdi>{label}</bdi> <code className="text-xs">{profileId}</code>
        </>
      }
      flush
      footer={
        all.unknown > 0 && `${counted(all.unknown, 'sale')} of unknown amount: counted, and in no amount.`
      }
    >
      <Table label={`Sales reported for ${label}`}>
        <thead>
          <tr>
            <Th>Where the money is</Th>
            <Th numeric>Sales</Th>
            {currencies.map((code) => (
              <Th key={code} numeric>
                {currencyWords(code)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ACCOUNT_LINES.filter((key) => key !== 'left' || seesLeft).map((key) => (
            <tr key={key}>
              <Th scope="row" className="py-1.5! align-middle! font-normal! whitespace-normal!">
                {LINE_WORDS[key]}
              </Th>
              <Count
                sum={lines[key]}
                href={listOf(ACCOUNT_LISTS[key])}
                words={LINE_WORDS[key]}
                // These sales are also counted as funded, so this line is not part of the total.
                isOf={key === 'left'}
              />
              <Amounts sum={lines[key]} currencies={currencies} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-medium [&>*]:border-t [&>*]:border-line-strong">
            <Th scope="row" className="py-1.5! align-middle!">
              All sales
            </Th>
            <Count sum={all} href={listOf(ACCOUNT_LISTS.all)} words="All sales" />
            <Amounts sum={all} currencies={currencies} />
          </tr>
        </tfoot>
      </Table>
    </Panel>
  )
}

const currencyWords = (code: string): string =>
  code === US_DOLLARS ? 'Amount' : code === '' ? 'Without a currency' : `Currency ${code}`

function Count({
  sum: { sales },
  href,
  words,
  isOf = false,
}: {
  sum: AccountSum
  href: ReturnType<typeof callbackAddress>
  words: string
  isOf?: boolean
}) {
  if (sales === 0)
    return (
      <Td numeric className="py-1.5! align-middle!">
        <span className="text-faint">0</span>
      </Td>
    )
  const shown = sales.toLocaleString('en-US')
  return (
    <Td numeric className="py-1.5! align-middle!">
      <Link
        href={href}
        aria-label={isOf ? `${words}: ${shown} of the funded sales` : `${words}: ${counted(sales, 'sale')}`}
        className="link inline-flex min-h-6 min-w-6 items-center justify-end"
      >
        {isOf ? `(${shown})` : shown}
      </Link>
    </Td>
  )
}

const Amounts = ({ sum: { amounts }, currencies }: { sum: AccountSum; currencies: readonly string[] }) =>
  currencies.map((code) => {
    const amountMinor = amounts[code] ?? 0
    return (
      <Td
        key={code}
        numeric
        className={classNames('py-1.5! align-middle!', amountMinor === 0 && 'text-faint')}
      >
        {code === US_DOLLARS ? <Money amountMinor={amountMinor} /> : plainAmount(amountMinor)}
      </Td>
    )
  })

/** Another currency is shown without a dollar sign. */
const plainAmount = (amountMinor: number): string => groupedCents(BigInt(amountMinor))

/** What the partner holds for a merchant. This differs from what was funded of the merchant's own sales. */
export function HeldPanel({
  merchantId,
  held,
  today,
}: {
  merchantId: string
  held: readonly HeldForMerchant[]
  today: IsoDate
}) {
  const [thisMonth] = statementPeriods(today)
  return (
    <Panel
      title="Paid to this merchant"
      description="Funding amounts that the partner accepted for this merchant ID, also from sales of other merchants and from transactions that are not in the log."
      flush={held.length > 0}
      actions={
        <LinkButton
          size="small"
          href={withQuery(routes.merchantStatement(merchantId), statementList.write(thisMonth.period))}
        >
          Statement
        </LinkButton>
      }
    >
      {held.length === 0 ? (
        <p className="text-sm text-muted">The partner has accepted no amount for it yet.</p>
      ) : (
        <Table label="Paid to this merchant">
          <thead>
            <tr>
              <Th>Funding profile</Th>
              <Th numeric>Transactions</Th>
              <Th numeric>Amount</Th>
            </tr>
          </thead>
          <tbody>
            {held.map(({ profileId, label, transactions, amountMinor }) => (
              <tr key={profileId}>
                <Th scope="row" className="font-normal! whitespace-normal!">
                  <bdi>{label}</bdi> <code className="text-xs text-muted">{profileId}</code>
                </Th>
                <Td numeric>{transactions.toLocaleString('en-US')}</Td>
                <Td numeric className="font-medium">
                  <Money amountMinor={amountMinor} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}
