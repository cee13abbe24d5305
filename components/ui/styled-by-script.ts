/**
 * For `ref`: a style that is computed, set by script. As an attribute of the markup that the server sends, the page's
 * policy would refuse it, and the browser would show the element without it.
 */
export const styledByScript =
  (style: Readonly<Record<string, string>>) =>
  (element: HTMLElement | null): void => {
    for (const [name, value] of Object.entries(style)) element?.style.setProperty(name, value)
  }
