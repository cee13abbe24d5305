import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { salesWords } from '@/lib/domain/funding/approval'
import { BATCH_STATUS_MEANING, batchStatusOf, correctionWords } from '@/lib/domain/funding/batch'
import { differenceWords, wasWords } from '@/lib/domain/funding/change'
import { READ_AS } from '@/lib/domain/funding/names-read'
import type { Overwrite } from '@/lib/domain/funding/overwrite'
import { sumOf } from '@/lib/domain/funding/result'
import { amountsWords } from '@/lib/domain/funding/sum-of-lines'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { BatchLink, BatchView } from '@/lib/server/funding/views'
import { BatchHistory } from './batch-history'
import { BatchMoneyPanel, changeOfBatch } from './batch-money'
import { BatchRequests } from './batch-requests-panel'
import { BatchWork } from './batch-work'
import { ChangeFigures, changeOfKind } from './change-amounts'
import { CorrectionLinks } from './correction-links'
import { PURPOSE_LABELS, SOURCE_LABELS, UNIT_LABELS } from './funding-labels'
import { judgedSince } from './history-words'
import { MerchantResults } from './merchant-results'

/** One batch: its status and next step, its details, amounts, requests and history. */
export function BatchPage({ batch, comments }: { batch: BatchView; comments: ReactNode }) {
  const { status, outcome } = batch
  const { label, tone } = batchStatusOf({ status, ...outcome })
  const corrections = batch.children.filter(
    (child) => child.purpose === 'correction' && child.status !== 'discarded',
  )
  return (
    <>
      <PageHeader
        title={
          <>
            B-{batch.number} <bdi className="wrap-anywhere">{batch.name}</bdi>
          </>
        }
        back={{ href: routes.funding, label: 'Funding' }}
        badges={
          <>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            {PURPOSE_LABELS[batch.purpose] && <Badge>{PURPOSE_LABELS[batch.purpose]}</Badge>}
            <CorrectionLinks
              corrects={batch.purpose === 'correction' ? batch.parent : null}
              corrections={corrections}
              overwrites={{ by: known(batch.overwrites.by), of: known(batch.overwrites.of) }}
            />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <BatchWork batch={batch} money={<BatchMoney batch={batch} />}>
          <Overwritten {...batch.overwrites} />
          <Facts batch={batch} />
          {batch.result && batch.merchants && (
            <MerchantResults
              batchId={batch.id}
              merchants={batch.merchants}
              result={batch.result}
              was={batch.was}
              isChange={batch.money !== null && batch.money.changeCount > 0}
            />
          )}
          {batch.money && status !== 'draft' && status !== 'discarded' && (
            <BatchMoneyPanel money={batch.money} isSent={batch.result !== null} />
          )}
        </BatchWork>
        {batch.requests.length > 0 && (
          <BatchRequests batchId={batch.id} requests={batch.requests} mayReopen={batch.may.reopen.allowed} />
        )}
        {comments}
        <BatchHistory batchId={batch.id} entries={batch.history} />
      </div>
    </>
  )
}

/** Unclear corrections do not count. */
const known = (overwrites: readonly Overwrite[]) =>
  overwrites.flatMap(({ batchId: id, batchNumber: number, transactions }) =>
    transactions > 0 ? [{ id, number }] : [],
  )

/** The accepted part of a finished or stopped batch; null for other batches, and if everything was accepted. */
function acceptedPart({ status, result, was }: BatchView) {
  if (!result || (status !== 'done' && status !== 'stopped')) return null
  const { funded } = result
  if (funded.transactions === sumOf(result).transactions) return null
  return { ...funded, change: was?.funded ? changeOfKind('funded', was.funded, funded.amountMinor) : null }
}

/** In a line: how much, of how many. */
function BatchMoney({ batch }: { batch: BatchView }) {
  const { totals, money } = batch
  const accepted = acceptedPart(batch)
  const change = accepted ? accepted.change : money && changeOfBatch(money)
  const all = counted(totals.transactions, 'transaction')
  const transactions = accepted ? `${accepted.transactions.toLocaleString('en-US')} of ${all} funded` : all
  return change ? (
    <dl className="flex flex-wrap items-end gap-x-4">
      <ChangeFigures change={change} />
      <div>
        <dt className="sr-only">Transactions</dt>
        <dd className="font-normal text-muted">{transactions}</dd>
      </div>
    </dl>
  ) : (
    <p>
      <Money amountMinor={accepted?.amountMinor ?? totals.amountMinor} />{' '}
      <span className="font-normal text-muted">
        {accepted ? `accepted, ${transactions}` : `in ${transactions}`}
        {totals.unread > 0 && `, ${counted(totals.unread, 'amount')} missing or unreadable`}
      </span>
    </p>
  )
}

/**
 * What the partner holds of its transactions after later batches changed them, whatever this batch's result says.
 */
function Overwritten({ by, now }: Pick<BatchView['overwrites'], 'by' | 'now'>) {
  if (by.length === 0 || !now) return null
  const isKnown = by.some(({ transactions }) => transactions > 0)
  return (
    <Callout
      tone="warn"
      title={
        isKnown
          ? `The partner now holds ${wasWords(now.held)} for ${
              now.transactions === 1
                ? 'this transaction'
                : `these ${counted(now.transactions, 'transaction')}`
            }`
          : 'What the partner holds of this batch is unclear'
      }
    >
      {by.map((overwrite) => (
        <OverwriteWords key={overwrite.batchId} overwrite={overwrite} />
      ))}
    </Callout>
  )
}

function OverwriteWords({
  overwrite: { batchId, batchNumber, transactions, was, newMinor, unclear },
}: {
  overwrite: Overwrite
}) {
  const batch = (
    <Link href={routes.fundingBatch(batchId)} className="font-medium underline">
      B-{batchNumber}
    </Link>
  )
  return (
    <>
      {transactions > 0 && (
        <p>
          {batch} overwrote {counted(transactions, 'transaction')}: {differenceWords(was, newMinor)}
        </p>
      )}
      {unclear > 0 && (
        <p>
          What the partner holds of {counted(unclear, 'transaction')} is unclear until {batch} has an outcome.
        </p>
      )}
    </>
  )
}

function Facts({ batch }: { batch: BatchView }) {
  const { profile, totals, money, submitted, approvals, parent, children, workedOnBy } = batch
  const change = money && changeOfBatch(money)
  const judged = judgedSince(batch.history)
  const amountTerm = acceptedPart(batch) ? 'Amount as approved' : 'Amount'
  return (
    <Panel>
      <DescriptionList columns={2}>
        <Description term="Funding profile">
          <bdi>{profile.label}</bdi>{' '}
          <span className="text-sm text-muted">
            <code>{profile.profileId}</code>,{' '}
            {profile.configured ? UNIT_LABELS[profile.amountUnit] : 'no longer configured'}
          </span>
        </Description>
        {change ? (
          <Description term={amountTerm}>
            <dl className="flex flex-wrap gap-x-6 gap-y-1">
              <ChangeFigures change={change} />
            </dl>
          </Description>
        ) : (
          <Description term={amountTerm}>
            <Money amountMinor={totals.amountMinor} />
            {totals.unread > 0 && <span className="text-sm text-muted"> in {amountsWords(totals)}</span>}
          </Description>
        )}
        <Description term="Transactions">
          {totals.transactions.toLocaleString('en-US')}{' '}
          <span className="text-sm text-muted">in {counted(totals.lines, 'row')}</span>
        </Description>
        <Description term="Source">
          {SOURCE_LABELS[batch.source]}
          {/* Of what was made of another batch that one says what it came from. */}
          {batch.source !== 'batch' && batch.fileName && (
            <>
              : <bdi className="break-all">{batch.fileName}</bdi>
            </>
          )}
          {batch.amountStyle === 'cents' && <span className="text-sm text-muted">, amounts in cents</span>}
          {batch.source !== 'batch' && batch.notUsed && (
            <span className="block text-sm wrap-anywhere text-muted">
              <bdi>{batch.notUsed}</bdi>
            </span>
          )}
        </Description>
        {/* In a draft, the notice shows it as it happens. */}
        {batch.status !== 'draft' && batch.readAs.length > 0 && (
          <Description term={READ_AS}>
            {batch.readAs.map((words) => (
              <span key={words} className="block wrap-anywhere">
                {words}
              </span>
            ))}
          </Description>
        )}
        <Description term="Created by">
          <bdi>{batch.createdBy}</bdi>, <DateTime at={batch.createdAt} />
        </Description>
        {workedOnBy.edited.length > 1 && (
          <Description term="Edited by">{workedOnBy.edited.join(', ')}</Description>
        )}
        {workedOnBy.decided.length > 0 && (
          <Description term="Sales decided by">
            {workedOnBy.decided.map(({ by, sales }) => (
              <span key={by} className="block wrap-anywhere">
                <bdi>{by}</bdi>
                {sales.length > 0 && <span className="text-sm text-muted">: {salesWords(sales)}</span>}
              </span>
            ))}
          </Description>
        )}
        {workedOnBy.before.length > 0 && parent && (
          <Description term={`Worked on B-${parent.number}`}>{workedOnBy.before.join(', ')}</Description>
        )}
        {submitted && (
          <Description term="Submitted by">
            <bdi>{submitted.by}</bdi>, <DateTime at={submitted.at} />
          </Description>
        )}
        {approvals.map((approval) => (
          <Description key={`${approval.by} ${approval.at}`} term="Approved by">
            <bdi>{approval.by}</bdi>, <DateTime at={approval.at} />
            {approval.note && (
              <>
                : <q className="break-words">{approval.note}</q>
              </>
            )}
          </Description>
        ))}
        {judged && (
          <Description term="Approved because">
            <bdi>{judged.words}</bdi>, <DateTime at={judged.at} />
          </Description>
        )}
        {parent && (
          <Description term={batch.purpose === 'correction' ? 'Corrects' : 'Retry of'}>
            <BatchName batch={parent} />
          </Description>
        )}
        {batch.overwrites.of.map(({ batchId, batchNumber, transactions, was, newMinor, unclear }) => (
          <Description key={batchId} term="Overwrites">
            <Link href={routes.fundingBatch(batchId)} className="text-accent-ink underline">
              B-{batchNumber}
            </Link>{' '}
            <span className="text-sm text-muted">
              {counted(transactions + unclear, 'transaction')}
              {transactions > 0 && `: ${differenceWords(was, newMinor)}`}
              {unclear > 0 && `, ${unclear.toLocaleString('en-US')} of unknown outcome`}
            </span>
          </Description>
        ))}
        {children.map((child) => (
          <Description
            key={child.id}
            term={child.purpose === 'correction' ? correctionWords(child) : 'Retried in'}
          >
            <BatchName batch={child} />{' '}
            <span className="text-sm text-muted">
              {counted(child.transactions, 'transaction')},{' '}
              {BATCH_STATUS_MEANING[child.status].label.toLowerCase()}
            </span>
          </Description>
        ))}
      </DescriptionList>
    </Panel>
  )
}

const BatchName = ({ batch }: { batch: BatchLink }) => (
  <Link href={routes.fundingBatch(batch.id)} className="text-accent-ink underline">
    B-{batch.number} <bdi className="wrap-anywhere">{batch.name}</bdi>
  </Link>
)
