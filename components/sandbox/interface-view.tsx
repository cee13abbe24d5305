import type { ReactNode } from 'react'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Tone } from '@/components/ui/tone'
import type {
  Body,
  InterfaceAnswer,
  InterfaceOperation,
  InterfaceView,
} from '@/lib/server/sandbox/interface-document'

/** The partner's interface: every operation with fields, limits, answers and examples. */
export function InterfaceDocument({ view }: { view: InterfaceView }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav aria-label="Operations" className="lg:sticky lg:top-[calc(var(--top-bar)+1rem)] lg:self-start">
        <ul className="grid gap-3 text-sm">
          {view.tags.map(({ name, operations }) => (
            <li key={name}>
              <p className="font-medium">{name}</p>
              <ul className="mt-0.5 border-s border-line">
                {operations.map(({ id, summary }) => (
                  <li key={id}>
                    <a
                      href={`#${id}`}
                      className="-ms-px block border-s border-transparent py-1 ps-3 text-muted hover:border-accent hover:text-ink"
                    >
                      {summary}
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {view.tags.flatMap(({ operations }) =>
          operations.map((operation) => <Operation key={operation.id} operation={operation} />),
        )}
      </div>
    </div>
  )
}

function Operation({ operation }: { operation: InterfaceOperation }) {
  const { id, method, path, summary, description, authentication, request, answers } = operation
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <Panel flush>
        <header className="border-b border-line px-4 py-3">
          <h2 id={`${id}-title`} className="text-lg font-semibold">
            {summary}
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-2 font-mono text-sm break-all">
            <Badge tone="progress">{method}</Badge>
            {path}
          </p>
          <div className="mt-2 grid max-w-prose gap-1.5 text-sm">{paragraphs(description)}</div>
          {authentication !== '' && (
            <p className="mt-2 text-sm text-muted">Who is asking: {authentication}</p>
          )}
        </header>
        {request && (
          <div className="border-b border-line">
            <h3 className="px-4 pt-3 pb-2 text-sm font-semibold">
              What is sent <span className="font-normal text-muted">{request.mediaType}</span>
            </h3>
            <BodyFields label={`Fields of: ${summary}`} body={request} />
            <Examples body={request} />
          </div>
        )}
        <h3 className="px-4 pt-3 pb-1 text-sm font-semibold">What comes back</h3>
        <ul>
          {answers.map((answer) => (
            <Answer key={answer.status} answer={answer} of={summary} />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

const toneOf = (status: string): Tone => (status.startsWith('2') ? 'good' : status === '500' ? 'bad' : 'warn')

function Answer({ answer: { status, description, body }, of }: { answer: InterfaceAnswer; of: string }) {
  return (
    <li className="border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
        <StatusBadge tone={toneOf(status)}>{status}</StatusBadge>
        <div className="max-w-prose min-w-0 flex-1 basis-64">{paragraphs(description)}</div>
        {!body && <span className="text-muted">no body</span>}
      </div>
      {body && (
        <>
          {body.fields.length > 0 && (
            <details className="mt-1.5 text-sm">
              <summary className="text-accent-ink hover:underline">
                {body.fields.length} fields
                <span className="sr-only">
                  {' '}
                  of the {status} answer: {of}
                </span>
              </summary>
              <div className="-mx-4 mt-1.5">
                <BodyFields label={`Fields of the ${status} answer: ${of}`} body={body} />
              </div>
            </details>
          )}
          <Examples body={body} flush />
        </>
      )}
    </li>
  )
}

function BodyFields({ label, body }: { label: string; body: Body }) {
  const named = body.fields.some((field) => field.label !== null)
  return (
    <Table label={label} box>
      <thead>
        <tr>
          <Th>Field</Th>
          <Th>Type</Th>
          <Th>Rule</Th>
          {named && <Th>In the desk</Th>}
        </tr>
      </thead>
      <tbody>
        {body.fields.map(({ name, type, required, rule, label: inTheDesk }) => (
          <tr key={name}>
            <Th scope="row" className="min-w-48 font-normal">
              <code className="text-xs break-all">{name}</code>
              {required && <span className="ms-2 text-xs text-muted">required</span>}
            </Th>
            <Td className="whitespace-nowrap text-muted">{type}</Td>
            <Td className="min-w-40 break-words">{rule}</Td>
            {named && <Td className="min-w-32 text-muted">{inTheDesk}</Td>}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Examples({ body, flush = false }: { body: Body; flush?: boolean }) {
  return (
    <div className={flush ? undefined : 'px-4 py-2.5'}>
      {body.examples.map(({ name, text }) => (
        <details key={name} className="mt-1.5 text-sm">
          <summary className="text-accent-ink hover:underline">Example: {name}</summary>
          <pre
            className="mt-1.5 max-h-96 overflow-auto rounded-md bg-sunken p-3 text-xs"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
            tabIndex={0}
          >
            {text}
          </pre>
        </details>
      ))}
    </div>
  )
}

/** The document's text: lines that start with a number become a list, text in backticks becomes code. */
function paragraphs(text: string): ReactNode[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const words = line.split('`').map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text have no other name
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )
      return (
        <p key={line} className={/^\d+\. /.test(line) ? 'ps-4 -indent-4' : undefined}>
          {words}
        </p>
      )
    })
}
