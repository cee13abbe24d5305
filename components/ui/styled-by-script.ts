/**
 * For `ref`: sets a computed style by script. The page's content security policy blocks style attributes in the
 * server's markup, so the browser would ignore them.
 */
export const styledByScript =
  (style: Readonly<Record<string, string>>) =>
  (element: HTMLElement | null): void => {
    for (const [name, value] of Object.entries(style)) element?.style.setProperty(name, value)
  }
