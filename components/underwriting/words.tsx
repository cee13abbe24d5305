/** About six lines; what is longer would push the rest of a page out of sight. */
const SHOWN = 600

/** What a person wrote, with its lines. A long text is folded: its beginning stands, the rest opens; on paper all of it. */
export function Words({ text }: { text: string }) {
  if (text.length <= SHOWN) return <Whole text={text} />
  return (
    <>
      <details className="group print:hidden">
        <summary className="cursor-pointer list-none rounded-sm break-words whitespace-pre-line">
          <bdi className="group-open:hidden">{beginning(text)}… </bdi>
          <span className="text-sm font-medium whitespace-nowrap underline">
            <span className="group-open:hidden">
              Show all {text.length.toLocaleString('en-US')} characters
            </span>
            <span className="hidden group-open:inline">Collapse</span>
          </span>
        </summary>
        <Whole text={text} />
      </details>
      <div className="hidden print:block">
        <Whole text={text} />
      </div>
    </>
  )
}

function Whole({ text }: { text: string }) {
  return (
    <p className="break-words whitespace-pre-line">
      <bdi>{text}</bdi>
    </p>
  )
}

/** Cut between two characters, never within one. */
const beginning = (text: string): string =>
  text
    .slice(0, SHOWN / 2)
    .toWellFormed()
    .trimEnd()
