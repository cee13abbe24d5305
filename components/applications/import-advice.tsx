import { Panel } from '@/components/ui/panel'

/** How a file is read, shown until one is chosen. */
export function ImportAdvice() {
  return (
    <Panel title="How the file is read">
      <dl className="grid gap-x-8 gap-y-4 text-sm text-muted lg:grid-cols-3 [&_dt]:font-medium [&_dt]:text-ink">
        <div>
          <dt>CSV</dt>
          <dd className="mt-0.5">
            The first line names the columns: as the fields are called here, or by the partner’s names, such
            as <code>Mer.Tax_ID__c</code>. People, accounts and line items are numbered:{' '}
            <q>Contact 2 First name</q>. Columns that match nothing are listed, and can be matched by hand.
          </dd>
        </div>
        <div>
          <dt>JSON</dt>
          <dd className="mt-0.5">
            A list of objects, each with our sections (<code>merchant</code>, <code>contacts</code> and so on)
            or with the partner’s body (<code>Opp</code>, <code>Mer</code>, <code>lstContact</code>).
          </dd>
        </div>
        <div>
          <dt>From a spreadsheet</dt>
          <dd className="mt-0.5">
            Format ZIP codes, tax IDs and account numbers as text before they are entered, so that leading
            zeros stay. Choose the workbook (.xlsx) itself, or the sheet saved as CSV UTF-8. A sheet with
            hidden rows or rows struck through is refused; what was damaged is named, row by row.
          </dd>
        </div>
      </dl>
    </Panel>
  )
}
