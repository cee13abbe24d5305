/** About six lines. Longer texts would push the rest of the page out of sight. */
const SHOWN = 600

/** A person's words with their line breaks. A long text shows its beginning and unfolds; print shows all of it. */
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

/** Cut between characters, never within one. */
const beginning = (text: string): string =>
  text
    .slice(0, SHOWN / 2)
    .toWellFormed()
    .trimEnd()
