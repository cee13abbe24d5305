import { type FocusEvent, useRef } from 'react'

type TextBox = HTMLInputElement | HTMLTextAreaElement

/** Tracks text typed into the boxes inside an element, by comparing each with its value when it was first focused. */
export function useTypedText() {
  const begun = useRef(new Map<TextBox, string>())
  return {
    onFocusCapture({ target }: FocusEvent) {
      if (isForWords(target) && !begun.current.has(target)) begun.current.set(target, target.value)
    },
    /** Whether there is typed text that would be lost. */
    isAny: (): boolean =>
      [...begun.current].some(
        ([box, before]) => box.isConnected && box.value.trim() !== '' && box.value !== before,
      ),
    forget: () => begun.current.clear(),
  }
}

/** False for choices, searches and secrets: typing those again is quicker than answering a question. */
const isForWords = (element: Element): element is TextBox =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    ['text', 'email', 'url', 'tel', 'number'].includes(element.type) &&
    element.inputMode !== 'search' &&
    element.autocomplete !== 'one-time-code' &&
    element.getAttribute('role') !== 'combobox')
