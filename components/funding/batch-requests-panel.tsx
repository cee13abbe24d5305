import { PartnerWords } from '@/components/shell/partner-words'
import { StatusBadge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords, grouped } from '@/lib/domain/values/money'
import type { FundingAttemptView, FundingRequestView } from '@/lib/server/funding/views'
import { REQUEST_WORDS } from './funding-labels'
import { ReopenRequest } from './reopen-request'
import { UnmatchedErrors } from './unmatched-errors'

/** The requests that were sent, with the figures of each answer beside ours. */
export function BatchRequests({
  batchId,
  requests,
  mayReopen,
}: {
  batchId: string
  requests: readonly FundingRequestView[]
  mayReopen: boolean
}) {
  return (
    <Panel
      title="Requests"
      description={
        requests.length === 1
          ? 'The partner takes up to 10,000 transactions in one request: this batch is sent as one.'
          : `The partner takes up to 10,000 transactions in one request: this batch is sent as ${requests.length}, one after another.`
      }
      flush
    >
      <ul>
        {requests.map((request) => (
          <li key={request.n} className="border-b border-line px-4 py-3 last:border-b-0">
            <Request batchId={batchId} request={request} of={requests.length} mayReopen={mayReopen} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Request({
  batchId,
  request,
  of,
  mayReopen,
}: {
  batchId: string
  request: FundingRequestView
  of: number
  mayReopen: boolean
}) {
  const { label, tone } = REQUEST_WORDS[request.state]
  const [latest, ...earlier] = request.attempts
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">
          Request {request.n}
          {of > 1 && ` of ${of}`}
        </h3>
        <StatusBadge tone={request.state === 'accepted' && request.failures > 0 ? 'warn' : tone}>
          {label}
        </StatusBadge>
        <p className="text-sm text-muted">
          {counted(request.transactions, 'transaction')}, {counted(request.amounts, 'amount')},{' '}
          {dollarWords(request.amountMinor)}
          {request.state === 'accepted' &&
            (request.failures === 0
              ? ', all funded'
              : `, ${dollarWords(request.amountMinor - request.failedMinor)} funded, ${dollarWords(request.failedMinor)} not funded`)}
        </p>
      </div>
      {latest && <Attempt batchId={batchId} attempt={latest} />}
      {mayReopen && request.reopensAttemptId !== null && (
        <ReopenRequest batchId={batchId} n={request.n} attemptId={request.reopensAttemptId} />
      )}
      {request.failureCodes.length > 0 && (
        <div className="overflow-clip rounded-md border border-line">
          <Table label={`Codes of request ${request.n}`}>
            <thead>
              <tr>
                <Th>Code</Th>
                <Th>Partner’s message</Th>
                <Th numeric>Transactions</Th>
              </tr>
            </thead>
            <tbody>
              {request.failureCodes.map(({ errorCode, errorMessage, count }) => (
                <tr key={errorCode}>
                  <Td>{errorCode ? <code>{errorCode}</code> : <span className="text-faint">none</span>}</Td>
                  <Td className="break-words">{errorMessage}</Td>
                  <Td numeric>{count.toLocaleString('en-US')}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {earlier.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-sm text-accent-ink underline">
            {counted(earlier.length, 'earlier attempt')}
          </summary>
          <ul className="mt-2 flex flex-col gap-3 border-s-2 border-line ps-3">
            {earlier.map((attempt) => (
              <li key={attempt.id}>
                <Attempt batchId={batchId} attempt={attempt} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const RESOLUTIONS: Readonly<Record<NonNullable<FundingAttemptView['resolution']>['kind'], string>> = {
  found: 'confirmed that the partner has it',
  absent: 'confirmed that the partner did not receive it',
  'sent-again': 'resent the identical request',
}

function Attempt({ batchId, attempt }: { batchId: string; attempt: FundingAttemptView }) {
  const { resolution } = attempt
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-muted">
        {attempt.sendingAt ? 'Sent' : 'Started'}{' '}
        <DateTime at={attempt.sendingAt ?? attempt.preparedAt} seconds />
        {attempt.by && (
          <>
            {' '}
            by <bdi>{attempt.by}</bdi>
          </>
        )}
        {attempt.answeredAt && attempt.httpStatus !== null && (
          <>
            , answered <DateTime at={attempt.answeredAt} seconds /> (HTTP {attempt.httpStatus})
          </>
        )}
      </p>
      {attempt.message && resolution === null && (
        <p className="max-w-prose break-words">
          <PartnerWords text={attempt.message} />
        </p>
      )}
      {attempt.errorCode !== null && (
        <p className="break-words">
          Code <code>{attempt.errorCode}</code>
          {attempt.errorMessage && (
            <>
              : <q>{attempt.errorMessage}</q>
            </>
          )}
        </p>
      )}
      {attempt.figures.length > 0 && <Figures attempt={attempt} />}
      {attempt.unmatchedErrors > 0 && (
        <UnmatchedErrors batchId={batchId} attemptId={attempt.id} count={attempt.unmatchedErrors} />
      )}
      {resolution && (
        <p className="break-words">
          <bdi>
            {attempt.saidBy !== null && attempt.saidBy !== resolution.by
              ? `${attempt.saidBy} and ${resolution.by}`
              : resolution.by}
          </bdi>{' '}
          {RESOLUTIONS[resolution.kind]}
          {resolution.missing > 0 && ` without ${counted(resolution.missing, 'transaction')}`},{' '}
          <DateTime at={resolution.at} />: <q>{resolution.note}</q>
        </p>
      )}
      {attempt.answer && (
        <details>
          <summary className="w-fit rounded-sm text-accent-ink underline">Raw response</summary>
          <pre className="mt-2 max-h-72 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs break-all whitespace-pre-wrap">
            {attempt.answer}
          </pre>
        </details>
      )}
    </div>
  )
}

function Figures({ attempt: { figures } }: { attempt: FundingAttemptView }) {
  return (
    <div className="max-w-2xl overflow-clip rounded-md border border-line">
      <Table label="Figures compared">
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th numeric>Ours</Th>
            <Th numeric>The partner’s</Th>
            <Th>
              <span className="sr-only">Whether they agree</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ figure, label, ours, theirs, matches }) => (
            <tr key={figure}>
              <Th scope="row">{label}</Th>
              <Td numeric>{grouped(ours)}</Td>
              <Td numeric className={matches ? undefined : 'text-bad-ink'}>
                {theirs === null ? <span className="text-faint">none given</span> : grouped(theirs)}
              </Td>
              <Td className={matches ? 'text-good-ink' : 'text-bad-ink'}>
                {matches ? 'agrees' : theirs === null ? 'not given' : 'differs'}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
