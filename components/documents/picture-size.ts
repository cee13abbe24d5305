export type Box = { width: number; height: number }

/** The room that a picture takes after so many quarter turns to the right. */
export const turned = ({ width, height }: Box, quarters: number): Box =>
  quarters % 2 === 0 ? { width, height } : { width: height, height: width }

/** By how much a picture is scaled to be seen whole; a small one is not blown up. */
export const fitScale = (picture: Box, place: Box): number =>
  Math.max(0, Math.min(1, place.width / picture.width, place.height / picture.height))

/** Times the size at which it is seen whole. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8]

/** The next larger (1) or smaller (-1) one; the same at either end. */
export const nextZoom = (zoom: number, step: 1 | -1): number => ZOOMS[ZOOMS.indexOf(zoom) + step] ?? zoom
