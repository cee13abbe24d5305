import { AgeingTable } from '@/components/callbacks/ageing-table'
import { callbackAddress } from '@/components/callbacks/callback-address'
import { SaleAmount } from '@/components/callbacks/sale-amount'
import { PageHeader } from '@/components/shell/page-header'
import { StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { FUNDING_LABELS } from '@/lib/domain/callbacks/event-labels'
import { batchStatusOf } from '@/lib/domain/funding/batch'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { MERCHANT_STATE_LABELS } from '@/lib/domain/merchants/merchant-labels'
import type { TermsChange } from '@/lib/domain/merchants/terms-changes'
import { dollarWords } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import type { MerchantView } from '@/lib/server/merchants/views'
import { HeldPanel, SalesAccountPanel } from './merchant-account'
import { ConfirmationActions, MerchantActions } from './merchant-actions'
import { MerchantBadges } from './merchant-badges'
import { merchantHistoryWords } from './merchant-history-labels'

const LINK = 'font-medium text-accent-ink hover:underline'

export function MerchantPage({ merchant }: { merchant: MerchantView }) {
  const { merchantId, name, funding, sales } = merchant
  return (
    <>
      <PageHeader
        title={<bdi>{name}</bdi>}
        back={{ href: routes.merchants, label: 'Merchants' }}
        badges={<MerchantBadges {...merchant} />}
        subtitle={<CopyableId value={merchantId} label="merchant ID" />}
        actions={<MerchantActions merchant={merchant} />}
      />
      <div className="flex flex-col gap-4">
        <Confirmation merchant={merchant} />
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Terms merchant={merchant} />
          <div className="flex min-w-0 flex-col gap-4">
            {sales?.accounts.map((account) => (
              <SalesAccountPanel key={account.profileId} merchantId={merchantId} account={account} />
            ))}
            {funding && <HeldPanel merchantId={merchantId} held={funding.held} today={merchant.today} />}
          </div>
        </div>
        {funding && funding.ageing.length > 0 && (
          <section className="flex flex-col gap-2">
            <h2 className="text-base font-semibold">Unfunded sales by age</h2>
            <AgeingTable view={{ rows: funding.ageing, today: merchant.today, mayFund: false }} />
          </section>
        )}
        {sales && <Sales merchant={merchant} sales={sales} />}
        {funding && <Batches batches={funding.batches} />}
        <History merchant={merchant} />
      </div>
    </>
  )
}

function Confirmation({ merchant }: { merchant: MerchantView }) {
  const { confirmation, entered, proposal, isOwn, may, isBoardingOpen, application, history, lookAlikes } =
    merchant
  const twins = lookAlikes.length > 0 && (
    <p className="mt-1 font-medium text-warn-ink">
      Looks like{' '}
      {lookAlikes.map((other, at) => (
        <span key={other.merchantId}>
          {at > 0 && ', '}
          <Link href={routes.merchant(other.merchantId)} className="underline">
            {other.merchantId} (<bdi>{other.name}</bdi>)
          </Link>
        </span>
      ))}
      . Compare the IDs letter by letter.
    </p>
  )
  const warning = isBoardingOpen && (
    <p className="mt-1 text-warn-ink">
      The partner’s last known stage of its application is{' '}
      <bdi>{(proposal?.terms.application ?? application)?.stage}</bdi>, not Closed Won.
    </p>
  )
  const mine = isOwn && <p>Another person of finance confirms it.</p>
  const actions = (may.confirm || may.withdraw) && <ConfirmationActions merchant={merchant} />
  if (confirmation === 'new') {
    return (
      <Callout tone="info" title={`Pending confirmation: added by ${entered.by}`} actions={actions}>
        <p>
          Added on <DateTime at={entered.at} />. It cannot be funded before a second person confirms the ID,
          the name and the default split.
        </p>
        {twins}
        {warning}
        {mine}
      </Callout>
    )
  }
  if (confirmation === 'rejected') {
    const rejection = history.find(({ action }) => action === 'merchant-rejected')
    return (
      <Callout tone="bad" title={`Rejected by ${rejection?.by ?? 'a second person'}`} actions={actions}>
        {rejection?.note && <q className="whitespace-pre-line">{rejection.note}</q>}
        <p>It cannot be funded. Correct it, or withdraw the entry.</p>
        {twins}
      </Callout>
    )
  }
  if (!proposal) return null
  return (
    <Callout tone="info" title={`Change pending: proposed by ${proposal.by}`} actions={actions}>
      <p>
        Proposed on <DateTime at={proposal.at} />. The present terms count until it is confirmed.
      </p>
      <Changes changes={proposal.changes} />
      {twins}
      {warning}
      {mine}
    </Callout>
  )
}

function Changes({ changes }: { changes: readonly TermsChange[] }) {
  return (
    <ul className="my-1">
      {changes.map(({ what, was, is }) => (
        <li key={what} className="wrap-anywhere">
          {what}: <del className="text-muted">{was}</del> <span aria-hidden="true">→</span>{' '}
          <ins className="font-medium no-underline">{is}</ins>
        </li>
      ))}
    </ul>
  )
}

function Terms({ merchant }: { merchant: MerchantView }) {
  const { merchantId, state, split, names, application, entered, confirmed, receivers, maySetReceivers } =
    merchant
  return (
    <Panel title="Terms">
      <DescriptionList>
        <Description term="State">{MERCHANT_STATE_LABELS[state].label}</Description>
        <Description term="Default split">
          <Split merchantId={merchantId} split={split} names={names} />
        </Description>
        <Description term="Application">
          {application && (
            <Link href={routes.application(application.id)} className={LINK}>
              A-{application.number} <bdi>{application.title}</bdi>
            </Link>
          )}
        </Description>
        <Description term="Callback receivers">
          {receivers.length === 0 ? null : (
            <ul>
              {receivers.map(({ id, label, profileId }) => (
                <li key={id}>
                  {maySetReceivers ? (
                    <Link href={routes.settings.callbacks} className={LINK}>
                      <bdi>{label}</bdi>
                    </Link>
                  ) : (
                    <bdi>{label}</bdi>
                  )}{' '}
                  <code className="text-xs text-muted">{profileId}</code>
                </li>
              ))}
            </ul>
          )}
        </Description>
        <Description term="Added">
          <bdi>{entered.by}</bdi>, <DateTime at={entered.at} />
        </Description>
        <Description term="Confirmed">
          {confirmed && (
            <>
              <bdi>{confirmed.by}</bdi>, <DateTime at={confirmed.at} />
            </>
          )}
        </Description>
      </DescriptionList>
    </Panel>
  )
}

function Split({
  merchantId,
  split,
  names,
}: {
  merchantId: string
  split: readonly StoredShare[]
  names: Readonly<Record<string, string>>
}) {
  if (split.length === 0) return <>All to this merchant</>
  return (
    <ul>
      {split.map(({ merchantId: payee, percent, fixedMinor }) => (
        <li key={payee} className="wrap-anywhere">
          {percent !== undefined
            ? `${percent}%`
            : fixedMinor !== undefined
              ? dollarWords(fixedMinor)
              : 'Remainder'}{' '}
          to{' '}
          {payee === merchantId ? (
            'this merchant'
          ) : (
            <Link href={routes.merchant(payee)} className="font-medium text-accent-ink underline">
              <bdi>{names[payee] ?? payee}</bdi> <code className="text-xs">{payee}</code>
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function Sales({
  merchant: { receivers, merchantId },
  sales,
}: {
  merchant: MerchantView
  sales: NonNullable<MerchantView['sales']>
}) {
  return (
    <Panel
      title="Latest sales"
      flush
      actions={receivers.map(({ id, profileId, label }) => (
        <LinkButton key={id} size="small" href={callbackAddress({ profileId, merchantId })}>
          {receivers.length === 1 ? 'All sales' : `All sales of ${label}`}
        </LinkButton>
      ))}
    >
      {sales.latest.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">
          {receivers.length === 0
            ? 'No receiver reports sales of this merchant alone.'
            : 'No sales have been reported yet.'}
        </p>
      ) : (
        <Table label="Latest sales">
          <thead>
            <tr>
              <Th>Received</Th>
              <Th>Transaction</Th>
              <Th numeric>Amount</Th>
              <Th>Funding</Th>
            </tr>
          </thead>
          <tbody>
            {sales.latest.map((sale) => (
              <tr key={sale.n}>
                <Td>
                  <DateTime at={sale.receivedAt} />
                </Td>
                <Th scope="row">
                  <Link href={routes.callback(sale.n)} className={LINK}>
                    <code className="id text-xs">{sale.tranId ?? `Callback ${sale.n}`}</code>
                  </Link>
                </Th>
                <Td numeric>
                  <SaleAmount sale={sale} />
                </Td>
                <Td>
                  <StatusBadge tone={FUNDING_LABELS[sale.funding].tone}>
                    {FUNDING_LABELS[sale.funding].label}
                  </StatusBadge>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

function Batches({ batches }: { batches: NonNullable<MerchantView['funding']>['batches'] }) {
  return (
    <Panel title="Latest batches" flush>
      {batches.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">No batch has an amount for this merchant yet.</p>
      ) : (
        <Table label="Latest batches">
          <thead>
            <tr>
              <Th>Batch</Th>
              <Th className="max-sm:hidden">Name</Th>
              <Th>Status</Th>
              <Th numeric>Lines</Th>
              <Th numeric>Amount in the batch</Th>
              <Th>Updated</Th>
            </tr>
          </thead>
          <tbody>
            {batches.map(
              ({
                id,
                number,
                name,
                purpose,
                lines,
                amountMinor,
                approvedMinor,
                moved,
                at,
                isClosed,
                ...counts
              }) => (
                <tr key={id}>
                  <Td className="whitespace-nowrap">
                    <Link href={routes.fundingBatch(id)} className={LINK}>
                      B-{number}
                    </Link>
                  </Td>
                  <Th scope="row" className="min-w-44 max-sm:hidden">
                    <bdi className="wrap-anywhere">{name}</bdi>
                  </Th>
                  <Td>
                    <StatusBadge tone={batchStatusOf(counts).tone}>{batchStatusOf(counts).label}</StatusBadge>
                    {purpose === 'correction' && <span className="block text-xs text-muted">Correction</span>}
                    {isClosed && <span className="block text-xs text-muted">Failed transactions closed</span>}
                  </Td>
                  <Td numeric>{lines.toLocaleString('en-US')}</Td>
                  <Td numeric>
                    <Money amountMinor={amountMinor} />
                    {moved && <span className="block text-xs text-muted">{moved}</span>}
                    {approvedMinor !== null && (
                      <span className="block text-xs text-muted">
                        <Money amountMinor={approvedMinor} /> approved
                      </span>
                    )}
                  </Td>
                  <Td>
                    <DateTime at={at} />
                  </Td>
                </tr>
              ),
            )}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

function History({ merchant: { history } }: { merchant: MerchantView }) {
  return (
    <Panel title="History" flush>
      <ol>
        {history.map((entry) => (
          <li
            key={entry.id}
            className="grid gap-x-4 border-b border-line px-4 py-2 text-sm last:border-b-0 sm:grid-cols-[14rem_1fr]"
          >
            <span className="text-muted">
              <DateTime at={entry.at} seconds />
            </span>
            <div className="min-w-0 break-words">
              <bdi className="font-medium">{entry.by ?? 'The desk'}</bdi> {merchantHistoryWords(entry)}
              {entry.changes.length > 0 && <Changes changes={entry.changes} />}
              {entry.note && <q className="block whitespace-pre-line text-muted">{entry.note}</q>}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
