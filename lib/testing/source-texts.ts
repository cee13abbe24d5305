/** Texts for machines: identifiers and class names have no space; SQL begins with its verb, its comments with dashes. */
export const isProse = (text: string): boolean =>
  (text.trim().includes(' ') || /^[A-Z]/.test(text.trim())) &&
  !/^\s*(select|insert|update|delete|with|alter|create|lock)\b.*\b(from|into|set|table|as|on)\b/is.test(text)

/** Every literal, piece of a template and JSX text of a syntax tree. */
export function* textsOf(node: unknown): Generator<{ text: string; start: number }> {
  if (Array.isArray(node)) {
    for (const one of node) yield* textsOf(one)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const { type, value, start } = node as { type?: string; value?: unknown; start?: number }
  if (type === 'ImportDeclaration' || type === 'TSLiteralType') return
  const text = type === 'TemplateElement' ? (value as { cooked: string | null }).cooked : value
  if ((type === 'Literal' || type === 'JSXText' || type === 'TemplateElement') && typeof text === 'string') {
    yield { text, start: start ?? 0 }
  }
  for (const child of Object.values(node)) yield* textsOf(child)
}
