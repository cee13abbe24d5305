import type { ReactNode } from 'react'
import { PartnerWords } from '@/components/shell/partner-words'
import { Callout, type CalloutTone } from '@/components/ui/callout'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { ProgressBar } from '@/components/ui/progress-bar'
import { STATUS_TEXTS, statusMeaning } from '@/lib/domain/application/status'
import type { ApplicationView, AttemptView } from '@/lib/server/applications/loaders'
import { ATTEMPTS_PATH } from './attempt-history'

/** What happened to an application, and what it means. */
export function RecordCallout({ application }: { application: ApplicationView }) {
  const { status, kind, draft, opportunityId } = application
  const [attempt] = application.attempts
  switch (status) {
    case 'submitting':
      return (
        <Result tone="info" title="It is being sent to the partner" live>
          <p className="mb-2">
            {attempt && (
              <>
                Since <DateTime at={attempt.at} seconds />.{' '}
              </>
            )}
            This page shows the answer automatically. You can leave it.
          </p>
          <ProgressBar label="Sending to the partner" />
        </Result>
      )
    case 'submitted':
      if (application.adopted && !attempt) return <Adopted application={application} />
      return (
        <Result tone="good" title="The partner accepted it">
          <p>
            {acceptedWords(attempt)}
            {application.documents.some(({ keptBack }) => keptBack === null) &&
              ' Its documents are sent separately.'}
            {kind === 'full' && ' Contact the partner to make changes: a full application is sent once.'}
          </p>
          {opportunityId && (
            <p className="mt-1">
              Partner opportunity ID <CopyableId value={opportunityId} label="opportunity id" />
            </p>
          )}
        </Result>
      )
    case 'partly-accepted':
      return (
        <Result tone="warn" title="The partner created some records and refused others">
          <p>
            {attempt?.message} What it took stays and is used; each refused record is marked below, with the
            partner’s reason. {restWords(application)}
          </p>
        </Result>
      )
    case 'ids-needed':
      return (
        <Result tone="warn" title="Accepted, but the partner did not name its records">
          <p>
            Without the opportunity’s id{' '}
            {kind === 'full'
              ? 'no documents can be sent; they wait.'
              : 'neither documents nor updates can be sent; they wait.'}{' '}
            Ask the partner for the record IDs of “<bdi>{draft.merchant.legalName}</bdi>”, with the time and
            the hash of the request under <ToAttempts />, and enter them here. It must not be submitted again:
            the records exist.
          </p>
        </Result>
      )
    case 'refused':
      return (
        <Result tone="bad" title="The partner rejected it">
          <p>
            Nothing was created or changed there. What the partner named is listed below; each entry leads to
            its field. Fix it, then submit again.
          </p>
        </Result>
      )
    case 'not-sent':
      return (
        <Result tone="bad" title="It never reached the partner">
          <p>
            <PartnerWords text={notSentWords(attempt)} />
          </p>
        </Result>
      )
    case 'outcome-unknown':
      return (
        <Result tone="warn" title="Outcome unknown: the partner may have received it">
          <p>
            <PartnerWords text={attempt?.message ?? ''} />
          </p>
          <p className="mt-1">
            The application is locked, so that no one creates the merchant twice. Look at the partner for “
            <bdi>{draft.merchant.legalName}</bdi>”, or ask its support, with the time and the hash of the
            request under <ToAttempts />. Then say here how it ended.
          </p>
        </Result>
      )
    case 'withdrawn':
      return (
        <Result tone="info" title="It was withdrawn">
          <p>The partner does not have it. Reopen it to change and submit it.</p>
        </Result>
      )
    default:
      return (
        <Result tone="info" title={STATUS_TEXTS[status].label}>
          <p>{statusMeaning(status, kind)}</p>
        </Result>
      )
  }
}

/** On wide pages the attempts are beside the callout, on narrow ones far below. */
const ToAttempts = () => (
  <a href={`#${ATTEMPTS_PATH}`} className="rounded-sm underline underline-offset-2">
    Attempts
  </a>
)

/** An application that the partner had first and that was never sent from here. */
function Adopted({ application: { adopted, opportunityId } }: { application: ApplicationView }) {
  if (!adopted || !opportunityId) return null
  return (
    <Result tone="info" title="Added from the partner by its record IDs">
      <p>
        It is unknown what the partner holds. Make changes to send the values that you fill in, and add
        documents: they go to opportunity <CopyableId value={opportunityId} label="opportunity id" />. It is
        never created again.
      </p>
      <p className="mt-1 break-words">
        <bdi>{adopted.by}</bdi> wrote: “<bdi>{adopted.note}</bdi>”
      </p>
    </Result>
  )
}

/** Adds what to do, unless the attempt's text already says that nothing was changed. */
function notSentWords(attempt: AttemptView | undefined): string {
  const said = attempt?.resolution ? resolvedWords(attempt.resolution) : (attempt?.message ?? '')
  return /Nothing was (?:changed|created|sent)/.test(said)
    ? said
    : `${said} Nothing was created or changed there. Submit it again.`
}

/** If the partner completed a partial acceptance later, the answer alone would be misleading. */
function acceptedWords(attempt: AttemptView | undefined): string {
  if (!attempt) return ''
  if (attempt.resolution) return resolvedWords(attempt.resolution)
  if (attempt.results.every(({ success }) => success)) return attempt.message ?? ''
  return 'It refused a part of it at first, and has made that since; the record IDs were entered here.'
}

/** What happens with the rejected records. */
function restWords({ kind, unnamed }: Pick<ApplicationView, 'kind' | 'unnamed'>): string {
  const opportunity = unnamed.some(({ objectType }) => objectType === 'Opportunity')
  if (kind === 'full') {
    return `Nothing is sent again: its endpoint only creates, and would make a second of everything. Have its support add what it refused; the text for them is below.${opportunity ? ' Then enter the id of the opportunity: its documents wait for it.' : ''}`
  }
  if (opportunity || unnamed.some(({ objectType }) => objectType === 'Account')) {
    return 'An update has to name the account and the opportunity: have its support make what is missing, and enter the id below. Then make changes and send them.'
  }
  return 'Make changes and send them: what it has already is updated and never made twice.'
}

function resolvedWords({ kind, by, note }: NonNullable<AttemptView['resolution']>): string {
  const said =
    kind === 'absent' ? 'confirmed that the partner does not have it' : 'confirmed that the partner has it'
  return `${by} ${said}: “${note}”.`
}

function Result({
  tone,
  title,
  live,
  children,
}: {
  tone: CalloutTone
  title: string
  live?: boolean
  children: ReactNode
}) {
  return (
    <Callout tone={tone} title={title} live={live ? 'status' : undefined}>
      {children}
    </Callout>
  )
}
