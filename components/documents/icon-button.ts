/** A square button with only an icon. Its name goes into `aria-label`, and into `title` for the mouse. */
export const ICON_BUTTON = 'w-8.5 px-0! pointer-coarse:w-11'
