/** Said where nobody else could confirm what became of a request. Apart from its rules, of which no browser asks. */
export const NOBODY_CONFIRMS =
  'No one else in finance can confirm it. Ask an administrator to add a person, or to allow it in Settings, Funding.'
