'use client'

import { Download, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DropHint, FilePick } from '@/components/ui/file-pick'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { useFileDrop } from '@/components/ui/use-file-drop'
import { splitWords } from '@/lib/domain/merchants/default-split'
import {
  MAX_FILE_MERCHANTS,
  MAX_MERCHANT_FILE_BYTES,
  MERCHANT_TEMPLATE,
  type MerchantFile,
  type MerchantFileRow,
} from '@/lib/domain/merchants/merchant-file'
import { MERCHANT_STATE_LABELS } from '@/lib/domain/merchants/merchant-labels'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import { importMerchantsAction, previewMerchantsAction } from '@/lib/server/merchants/actions'
import { merchantListAddress } from './merchant-address'

type Chosen = { name: string; text: string; preview: MerchantFile }

/**
 * Imports merchants from a CSV file: choose the file, check its rows, import all of them. A second person then
 * confirms.
 */
export function ImportMerchants() {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [opening, setOpening] = useState(false)
  const preview = useDeskAction(previewMerchantsAction, { unanswered: 'try-again' })
  const importing = useDeskAction(importMerchantsAction)
  const busy = importing.busy ? 'importing' : opening || preview.busy ? 'reading' : null
  const [problem, setProblem] = useState<string | null>(null)
  const [entered, setEntered] = useState<number | null>(null)
  const { over, zone } = useFileDrop(({ files: [file] }) => file && void read(file))

  async function read(file: File) {
    if (busy) return
    setEntered(null)
    if (file.size > MAX_MERCHANT_FILE_BYTES) {
      setChosen(null)
      return setProblem('The file is too large for merchants. Divide it, or check that it is the right file.')
    }
    importing.clear()
    setOpening(true)
    const text = await textOf(file)
    setOpening(false)
    if (text === null) {
      setChosen(null)
      return setProblem('The file is not text in UTF-8. Save it as CSV UTF-8 and choose it again.')
    }
    const called = await preview.run({ text })
    if (called === null) return
    setProblem(called.ok ? called.data.problem : null)
    setChosen(
      called.ok && called.data.problem === null ? { name: file.name, text, preview: called.data } : null,
    )
  }

  async function importAll() {
    if (busy || !chosen) return
    setProblem(null)
    const called = await importing.run({ text: chosen.text })
    if (called?.ok) {
      setEntered(called.data.entered)
      setChosen(null)
    } else if (called?.refusal) setChosen({ ...chosen, preview: called.refusal.file })
  }

  const rows = chosen?.preview.rows ?? []
  const wrong = rows.filter(({ problems }) => problems.length > 0)
  const doubtful = rows.filter(({ problems, warnings }) => problems.length === 0 && warnings.length > 0)
  const otherColumns = chosen?.preview.otherColumns ?? []
  return (
    <div {...zone} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg border border-dashed border-line-strong bg-surface px-4 py-4">
        <FileSpreadsheet className="size-5 shrink-0 text-muted max-sm:hidden" aria-hidden="true" />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium break-all">
            {chosen ? <bdi>{chosen.name}</bdi> : 'Drop a CSV file anywhere on this page'}
          </p>
          <p role="status" className="text-sm text-muted">
            {busy === 'reading'
              ? 'Checking the file…'
              : chosen
                ? `${counted(rows.length, 'merchant')}, ${wrong.length === 0 ? 'no problems' : `${counted(wrong.length, 'row')} with problems`}. Nothing has been imported yet.`
                : `Columns: merchant ID, name, state, split. Up to ${MAX_FILE_MERCHANTS.toLocaleString('en-US')} merchants.`}
          </p>
        </div>
        <Button size="small" variant="ghost" onClick={saveTemplate}>
          <Download aria-hidden="true" />
          CSV template
        </Button>
        <FilePick
          label="File with merchants"
          accept=".csv,.tsv,.txt,text/csv"
          primary={!chosen}
          disabled={busy !== null}
          onFile={read}
        >
          {chosen ? 'Choose another file' : 'Choose a file'}
        </FilePick>
      </div>
      {over && busy === null && <DropHint>Drop the file to read it</DropHint>}
      <TroubleNotice trouble={preview.trouble ?? importing.trouble} title="The file was not imported" />
      {problem && (
        <Callout tone="bad" live="alert" title="The file was not imported">
          {problem}
        </Callout>
      )}
      {entered !== null && (
        <Callout
          tone="good"
          live="status"
          title={`${counted(entered, 'merchant')} imported`}
          actions={
            <LinkButton size="small" href={merchantListAddress({ waiting: 'all' })}>
              Show pending merchants
            </LinkButton>
          }
        >
          They can be funded once a second person in finance confirms them.
        </Callout>
      )}
      {chosen && (
        <>
          {wrong.length > 0 && (
            <Callout tone="warn" title={`${counted(wrong.length, 'row')} to correct`}>
              All merchants of a file are imported, or none. Correct the file and choose it again.
            </Callout>
          )}
          {otherColumns.length > 0 && (
            <Callout
              tone="warn"
              title={`${counted(otherColumns.length, 'column')} not imported: ${otherColumns.join(', ')}`}
            >
              Only merchant ID, name, state and split are read. Fees go into the column split, such as
              PLATFORM-FEE:2.9%;self. An application is linked on the merchant’s page.
            </Callout>
          )}
          {doubtful.length > 0 && (
            <Callout tone="warn" title={`${counted(doubtful.length, 'merchant')} that look like another one`}>
              Compare them letter by letter. The person who confirms them must do the same.
            </Callout>
          )}
          <Rows
            rows={[
              ...wrong,
              ...doubtful,
              ...rows.filter(({ problems, warnings }) => problems.length + warnings.length === 0),
            ]}
          />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <Button
              variant="primary"
              busy={busy === 'importing'}
              disabled={wrong.length > 0 || busy === 'reading'}
              onClick={importAll}
            >
              Import {counted(rows.length, 'merchant')}
            </Button>
            <LinkButton variant="ghost" href={routes.merchants}>
              Cancel
            </LinkButton>
          </div>
        </>
      )}
    </div>
  )
}

const SHOWN = 200

/** Rows with problems come first. */
function Rows({ rows }: { rows: readonly MerchantFileRow[] }) {
  return (
    <Panel title="Merchants in the file" flush>
      <Table label="Merchants in the file">
        <thead>
          <tr>
            <Th numeric>Row</Th>
            <Th>Merchant ID</Th>
            <Th>Name</Th>
            <Th className="max-sm:hidden">State</Th>
            <Th className="max-sm:hidden">Default split</Th>
            <Th className="max-sm:hidden">Problems</Th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ row, merchantId, terms, problems, warnings }) => (
            <tr key={row}>
              <Td numeric className="text-muted">
                {row}
              </Td>
              <Td>
                <code className="id text-xs">{merchantId}</code>
              </Td>
              <Th scope="row" className="min-w-32">
                <bdi className="wrap-anywhere">{terms.name}</bdi>
                <div className="font-normal sm:hidden">
                  <Problems problems={problems} warnings={warnings} />
                </div>
              </Th>
              <Td className="max-sm:hidden">{MERCHANT_STATE_LABELS[terms.state].label}</Td>
              <Td className="max-w-72 wrap-anywhere max-sm:hidden">
                {terms.split.length === 0 ? (
                  <span className="text-muted">None</span>
                ) : (
                  splitWords(merchantId, terms.split)
                )}
              </Td>
              <Td className="min-w-56 max-sm:hidden">
                <Problems problems={problems} warnings={warnings} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {rows.length > SHOWN && (
        <p className="border-t border-line px-4 py-2.5 text-center text-sm text-muted">
          The first {SHOWN} of {rows.length.toLocaleString('en-US')} rows.
        </p>
      )}
    </Panel>
  )
}

function Problems({ problems, warnings }: Pick<MerchantFileRow, 'problems' | 'warnings'>) {
  return (
    <>
      {problems.map(({ message }) => (
        <p key={message} className="text-bad-ink wrap-anywhere">
          {message}
        </p>
      ))}
      {warnings.map(({ message }) => (
        <p key={message} className="text-warn-ink wrap-anywhere">
          {message}
        </p>
      ))}
    </>
  )
}

/** Null if the file is not UTF-8 text: reading it anyway would lose letters silently. */
async function textOf(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}

function saveTemplate() {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([MERCHANT_TEMPLATE], { type: 'text/csv' }))
  link.download = 'merchants.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
