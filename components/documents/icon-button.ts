/** A square button that shows only an icon: its name must be in `aria-label`, and in `title` for the mouse. */
export const ICON_BUTTON = 'w-8.5 px-0! pointer-coarse:w-11'
