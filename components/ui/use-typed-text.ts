import { type FocusEvent, useRef } from 'react'

type TextBox = HTMLInputElement | HTMLTextAreaElement

/** What was typed into text boxes below an element, told by what each held when it was first gone to. */
export function useTypedText() {
  const begun = useRef(new Map<TextBox, string>())
  return {
    onFocusCapture({ target }: FocusEvent) {
      if (isForWords(target) && !begun.current.has(target)) begun.current.set(target, target.value)
    },
    /** Whether anything typed is there that would be lost. */
    isAny: (): boolean =>
      [...begun.current].some(
        ([box, before]) => box.isConnected && box.value.trim() !== '' && box.value !== before,
      ),
    forget: () => begun.current.clear(),
  }
}

/** Not what is chosen, searched for or secret: that is typed again sooner than asked about. */
const isForWords = (element: Element): element is TextBox =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement &&
    ['text', 'email', 'url', 'tel', 'number'].includes(element.type) &&
    element.inputMode !== 'search' &&
    element.autocomplete !== 'one-time-code' &&
    element.getAttribute('role') !== 'combobox')
