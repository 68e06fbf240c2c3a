export type Size = { width: number; height: number }
/** A square of a picture: its centre in picture pixels, and how often it fits into the shorter side. */
export type Crop = { x: number; y: number; zoom: number }
export type ChangeCrop = (change: (crop: Crop) => Crop) => void

export const MAX_ZOOM = 4

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high)

const sideOf = ({ zoom }: Crop, { width, height }: Size) => Math.min(width, height) / zoom

/** The largest centred square. */
export const firstCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The nearest crop inside the picture. */
export function fitCrop(crop: Crop, size: Size): Crop {
  const zoom = between(1, crop.zoom, MAX_ZOOM)
  const half = sideOf({ ...crop, zoom }, size) / 2
  return { zoom, x: between(half, crop.x, size.width - half), y: between(half, crop.y, size.height - half) }
}

/** Moves the picture by these fractions of the shown square, right and down. */
export function dragCrop(crop: Crop, size: Size, right: number, down: number): Crop {
  const side = sideOf(crop, size)
  return fitCrop({ ...crop, x: crop.x - right * side, y: crop.y - down * side }, size)
}

export const zoomCrop = (crop: Crop, size: Size, zoom: number): Crop => fitCrop({ ...crop, zoom }, size)

export function squareOf(crop: Crop, size: Size): { left: number; top: number; side: number } {
  const side = sideOf(crop, size)
  return { left: crop.x - side / 2, top: crop.y - side / 2, side }
}
