import { defineColumns } from '@/components/lists/columns'
import { DataList } from '@/components/lists/data-list'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { movedWords, NO_WAS, wasOfBatch } from '@/lib/domain/funding/change'
import { dollarWords } from '@/lib/domain/values/money'
import type { BatchView } from '@/lib/server/funding/views'
import { type Change, ChangeFigures, changeColumns } from './change-amounts'
import { FEW, FirstOf } from './first-of'

const NAMED_MERCHANTS = 5
const HELD_BY_MERCHANT = 'Held for these transactions, by merchant'

/** What is still to be sent: the whole batch or its rest. */
export const outgoing = ({ result, totals }: Pick<BatchView, 'result' | 'totals'>) =>
  result?.['not-sent'] ?? totals

/** The same in a few words. If money is taken out, a total of $0.00 would be misleading. */
export function outgoingWords(batch: Pick<BatchView, 'result' | 'totals' | 'was' | 'money'>): string {
  const { was, result, money } = batch
  const held = was?.['not-sent'] ?? (result || !money ? null : wasOfBatch(money))
  return movedWords(held, outgoing(batch).amountMinor)
}

/** What will be sent, in total and by merchant, for whoever sends or approves it. */
export function OutgoingMoney({ batch }: { batch: BatchView }) {
  const { profile, merchants } = batch
  const was = batch.was?.['not-sent'] ?? null
  const { transactions, amountMinor } = outgoing(batch)
  const toSend = (merchants?.shown ?? []).flatMap(({ by, ...merchant }) => {
    const unsent = by['not-sent']
    return unsent ? [{ ...merchant, was: unsent.was ?? NO_WAS, newMinor: unsent.amountMinor }] : []
  })
  const count = merchants?.toSend ?? 0
  return (
    <>
      <DescriptionList>
        <Description term="Total in US dollars">
          <span className="font-semibold">{dollarWords(amountMinor)}</span>
        </Description>
        {was && (
          <Description term="Held for these transactions">
            <dl className="flex flex-wrap gap-x-6 gap-y-1">
              <ChangeFigures change={{ was, newMinor: amountMinor }} />
            </dl>
          </Description>
        )}
        <Description term="Transactions">{transactions.toLocaleString('en-US')}</Description>
        <Description term="Merchants">{count.toLocaleString('en-US')}</Description>
        <Description term="Funding profile">
          <bdi>{profile.label}</bdi> <code className="text-sm text-muted">{profile.profileId}</code>
        </Description>
      </DescriptionList>
      {toSend.length > 0 && (
        <div className="overflow-clip rounded-lg border border-line">
          {was && <p className="border-b border-line px-3 py-2 text-sm text-muted">{HELD_BY_MERCHANT}</p>}
          <FirstOf rows={toSend} count={count} shown={NAMED_MERCHANTS} few={FEW} noun="merchant">
            {(rows) => (
              <DataList
                label={was ? HELD_BY_MERCHANT : 'Amounts by merchant'}
                cards="small"
                rows={rows}
                columns={was ? CHANGED_COLUMNS : AMOUNT_COLUMNS}
                rowKey={({ merchantId }) => merchantId}
              />
            )}
          </FirstOf>
        </div>
      )}
    </>
  )
}

type MerchantRow = Change & { merchantId: string; name: string }

const MERCHANT = defineColumns<MerchantRow>([
  {
    id: 'merchant',
    title: 'Merchant',
    card: 'title',
    className: 'font-normal!',
    cell: ({ merchantId, name }) => (
      <>
        {name && <bdi className="me-2">{name}</bdi>}
        <code className="id text-xs text-muted">{merchantId}</code>
      </>
    ),
  },
])

const AMOUNT_COLUMNS = defineColumns<MerchantRow>([
  ...MERCHANT,
  {
    id: 'amount',
    title: 'Amount',
    numeric: true,
    card: 'line',
    cell: ({ newMinor }) => <span className="font-medium text-ink">{dollarWords(newMinor)}</span>,
  },
])

const CHANGED_COLUMNS = defineColumns<MerchantRow>([...MERCHANT, ...changeColumns<MerchantRow>((row) => row)])
