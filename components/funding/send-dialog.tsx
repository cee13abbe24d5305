'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { moneyText } from '@/components/ui/money'
import { Table, Td, Th } from '@/components/ui/table'
import { batchInput } from '@/lib/domain/funding/inputs'
import { counted } from '@/lib/domain/values/counted'
import { decimalCents } from '@/lib/domain/values/money'
import { sendBatchAction } from '@/lib/server/funding/actions'
import type { BatchView } from '@/lib/server/funding/views'
import { differenceWords } from './batch-money'

const NAMED_MERCHANTS = 5

/** What goes out, before money leaves. Loaded when it is first opened. */
export default function SendDialog({
  batch,
  onDone,
  onClose,
}: {
  batch: BatchView
  onDone: () => void
  onClose: () => void
}) {
  const { id, number, profile, totals, result, money, merchants } = batch
  const { transactions, amountMinor } = result?.['not-sent'] ?? totals
  const amount = dollars(amountMinor)
  const toSend = (merchants?.shown ?? []).flatMap(({ by, ...merchant }) => {
    const unsent = by['not-sent']
    return unsent ? [{ ...merchant, amountMinor: unsent.amountMinor }] : []
  })
  const count = merchants?.toSend ?? 0
  const named = toSend.slice(0, NAMED_MERCHANTS)
  return (
    <ActionDialog
      title={result ? `Send the rest of B-${number}` : `Send B-${number} to the partner`}
      description="What is sent can be corrected in another batch. It cannot be taken back."
      confirm={`Send ${amount}`}
      failed="It was not sent"
      size="medium"
      schema={batchInput}
      values={{ batchId: id }}
      action={sendBatchAction}
      onDone={onDone}
      onClose={onClose}
    >
      <DescriptionList>
        <Description term="Total in US dollars">
          <span className="font-semibold">{amount}</span>
        </Description>
        {money && money.changeCount > 0 && (
          <Description term="Difference to before">
            {differenceWords(money.changedWasMinor, money.changedIsMinor)}
            {result && <span className="text-sm text-muted"> for the whole batch</span>}
          </Description>
        )}
        <Description term="Transactions">{transactions.toLocaleString('en-US')}</Description>
        <Description term="Merchants">{count.toLocaleString('en-US')}</Description>
        <Description term="Funding profile">
          <bdi>{profile.label}</bdi> <code className="text-sm text-muted">{profile.profileId}</code>
        </Description>
      </DescriptionList>
      {named.length > 0 && (
        <div className="overflow-clip rounded-lg border border-line">
          <Table label="Amounts by merchant">
            <thead>
              <tr>
                <Th>Merchant</Th>
                <Th numeric>Amount</Th>
              </tr>
            </thead>
            <tbody>
              {named.map(({ merchantId, name, amountMinor: own }) => (
                <tr key={merchantId}>
                  <Td>
                    {name && <bdi className="me-2">{name}</bdi>}
                    <code className="id text-xs text-muted">{merchantId}</code>
                  </Td>
                  <Td numeric className="font-medium">
                    {dollars(own)}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
          {count > named.length && (
            <p className="px-4 py-2 text-sm text-muted">
              and {counted(count - named.length, 'more merchant')}: they stand on the batch’s page
            </p>
          )}
        </div>
      )}
    </ActionDialog>
  )
}

const dollars = (amountMinor: bigint): string => moneyText(decimalCents(amountMinor))
