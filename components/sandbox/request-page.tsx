import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { grouped } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import type { ControlRequestDetail } from '@/lib/server/sandbox/controls'
import { BodyText } from './body-text'
import { readableBody } from './readable-body'
import { answerWords, endpointLabel } from './sandbox-labels'

/** A request of the journal with its masked bodies. */
export function RequestPage({ request }: { request: ControlRequestDetail }) {
  const { n, at, endpoint, method, path, status, applied, bytes, sha256 } = request
  const { tone, label } = answerWords(status)
  return (
    <>
      <PageHeader
        title={`Request ${n}`}
        back={{ href: routes.sandboxPages.requests, label: 'Requests to the sandbox' }}
        badges={
          <>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            <Badge>{applied ? 'Applied' : 'Not applied'}</Badge>
          </>
        }
        subtitle={
          <>
            {endpointLabel(endpoint)} · <DateTime at={at} seconds />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <Panel>
          <dl className="grid gap-x-8 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1.5">
            <Fact term="Method and path">
              <code className="font-mono text-[0.9286em] break-all">
                {method} {path}
              </code>
            </Fact>
            <Fact term="Size of the body">{grouped(String(bytes))} bytes</Fact>
            <Fact term="SHA-256 of the body">
              <CopyableId value={sha256} label="SHA-256 of the body" />
            </Fact>
            <Fact term="Result">{outcomeWords(request)}</Fact>
          </dl>
        </Panel>
        <div className="grid gap-4 lg:grid-cols-2">
          <Body title="Received" text={request.request} endpoint={endpoint}>
            {bytes === 0
              ? 'The request had no body.'
              : 'The body was too long for the endpoint and is not kept.'}
          </Body>
          <Body title="Answered" text={request.answer} endpoint={endpoint}>
            {status === null
              ? 'Nothing: the connection was closed without an answer.'
              : 'The answer had no body.'}
          </Body>
        </div>
      </div>
    </>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="min-w-0 max-sm:mb-1.5">{children}</dd>
    </>
  )
}

function outcomeWords({ status, applied }: ControlRequestDetail): string {
  if (applied) {
    return status === null || status >= 400
      ? 'Applied, but a fault kept the answer from the client.'
      : 'It was applied.'
  }
  return 'Nothing was changed.'
}

/** `children`: why there is no text. */
function Body({
  title,
  text,
  endpoint,
  children,
}: {
  title: string
  text: string | null
  endpoint: string
  children: ReactNode
}) {
  return (
    <Panel title={title} description="Identities, secrets and files are masked.">
      {text === null || text === '' ? (
        <p className="text-sm text-muted">{children}</p>
      ) : (
        <>
          <BodyText label={title} text={readableBody(text, endpoint)} />
          {text.endsWith('…') && (
            <p className="mt-2 text-sm text-muted">Only the beginning of a long body is kept.</p>
          )}
        </>
      )}
    </Panel>
  )
}
