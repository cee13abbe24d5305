export type Box = { width: number; height: number }

/** A picture's size after a number of quarter turns to the right. */
export const turned = ({ width, height }: Box, quarters: number): Box =>
  quarters % 2 === 0 ? { width, height } : { width: height, height: width }

/** The scale at which a whole picture fits. Small pictures are not enlarged. */
export const fitScale = (picture: Box, place: Box): number =>
  Math.max(0, Math.min(1, place.width / picture.width, place.height / picture.height))

/** Multiples of the fitted size. */
const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8]

/** The next larger (1) or smaller (-1) zoom; unchanged at either end. */
export const nextZoom = (zoom: number, step: 1 | -1): number => ZOOMS[ZOOMS.indexOf(zoom) + step] ?? zoom
